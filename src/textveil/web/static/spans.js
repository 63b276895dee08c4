// Spans of one document: what can be done with them, and undoing it without end. No page is needed here.

// Offsets of spans count code points; the browser counts UTF-16 units.
export class Offsets {
  constructor(text) {
    this.text = text;
    this.plain = !/[\ud800-\udbff][\udc00-\udfff]/.test(text);
    if (this.plain) return;
    const units = [];
    let at = 0;
    for (const letter of text) {
      units.push(at);
      at += letter.length;
    }
    units.push(at);
    this.units = Uint32Array.from(units);
  }
  toUnits(point) {
    return this.plain ? point : this.units[point];
  }
  toPoints(unit) {
    if (this.plain) return unit;
    let low = 0, high = this.units.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.units[middle] <= unit) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

const inOrder = (one, other) => one.start - other.start || one.end - other.end || (one.label < other.label ? -1 : 1);
const meets = (one, start, end) => one.start < end && start < one.end;
const letter = /[\p{L}\p{N}_]/u;

// Here offsets are UTF-16 units throughout; only `rows` and `fromRows` translate.
export class Marking {
  constructor(text, rows, sure = null) {
    this.text = text;
    this.offsets = new Offsets(text);
    this.spans = this.fromRows(rows, sure);
    this.undone = [];
    this.before = [];
  }
  fromRows(rows, sure = null) {
    const { offsets } = this;
    return rows.map(([start, end, label], at) => ({
      start: offsets.toUnits(start), end: offsets.toUnits(end), label, sure: sure ? sure[at] : undefined,
    })).sort(inOrder);
  }
  rows() {
    return this.spans.map((one) => [this.offsets.toPoints(one.start), this.offsets.toPoints(one.end), one.label]);
  }
  change(spans) {
    this.before.push(this.spans);
    this.undone = [];
    this.spans = spans.sort(inOrder);
  }
  undo() {
    if (!this.before.length) return false;
    this.undone.push(this.spans);
    this.spans = this.before.pop();
    return true;
  }
  redo() {
    if (!this.undone.length) return false;
    this.before.push(this.spans);
    this.spans = this.undone.pop();
    return true;
  }
  // A new mark takes the place of those that it meets.
  mark(start, end, label) {
    if (start >= end) return null;
    const made = { start, end, label };
    this.change([...this.spans.filter((one) => !meets(one, start, end)), made]);
    return made;
  }
  remove(gone) {
    if (gone.length) this.change(this.spans.filter((one) => !gone.includes(one)));
  }
  at(start, end) {
    return this.spans.filter((one) => (start === end ? one.start <= start && start <= one.end : meets(one, start, end)));
  }
  // The mark that an action means: the selected one, or the one at the caret.
  current(start, end) {
    const exact = this.spans.find((one) => one.start === start && one.end === end);
    if (exact) return exact;
    const near = this.at(start, end);
    return near.find((one) => one.start <= start && end < one.end) ?? (near.length === 1 ? near[0] : null);
  }
  // All places of a text that are not marked already; a word is looked for as a word.
  equal(start, end) {
    const wanted = this.text.slice(start, end);
    const found = [];
    if (!wanted) return found;
    const whole = (at) => {
      const after = this.text.slice(at + wanted.length, at + wanted.length + 2), before = this.text.slice(Math.max(0, at - 2), at);
      return !(letter.test([...wanted][0]) && letter.test([...before].at(-1) ?? "")) &&
        !(letter.test([...wanted].at(-1)) && letter.test([...after][0] ?? ""));
    };
    const inside = whole(start);
    for (let at = this.text.indexOf(wanted); at >= 0; at = this.text.indexOf(wanted, at + wanted.length)) {
      if (!inside || whole(at)) found.push([at, at + wanted.length]);
    }
    return found;
  }
  markEqual(start, end, label) {
    const places = this.equal(start, end).filter(
      ([low, high]) => (low === start && high === end) || !this.spans.some((one) => meets(one, low, high)),
    );
    if (!places.length) return 0;
    const kept = this.spans.filter((one) => !places.some(([low, high]) => meets(one, low, high)));
    this.change([...kept, ...places.map(([low, high]) => ({ start: low, end: high, label }))]);
    return places.length;
  }
  // Moves an edge of a mark to the next end of a word, or by one letter.
  moveEdge(span, edge, forward, byWord) {
    const from = span[edge];
    const to = byWord ? wordEdge(this.text, from, forward, edge) : letterEdge(this.text, from, forward);
    const made = { ...span, [edge]: to, sure: undefined };
    if (made.start >= made.end || this.spans.some((one) => one !== span && meets(one, made.start, made.end))) return span;
    this.change(this.spans.map((one) => (one === span ? made : one)));
    return made;
  }
}

function letterEdge(text, at, forward) {
  if (forward) return Math.min(text.length, at + (text.codePointAt(at) > 0xffff ? 2 : 1));
  const low = text.charCodeAt(at - 1);
  return Math.max(0, at - (low >= 0xdc00 && low <= 0xdfff ? 2 : 1));
}

const solid = (text, at) => at >= 0 && at < text.length && letter.test(String.fromCodePoint(text.codePointAt(at)));

function wordEdge(text, from, forward, edge) {
  let at = from;
  const step = () => { at = letterEdge(text, at, forward); };
  const ahead = () => (forward ? at : letterEdge(text, at, false));
  const open = () => (forward ? at < text.length : at > 0);
  if (!open()) return from;
  // An end stops behind a word, a start in front of one, whichever way it goes.
  const stopsAfterWord = (edge === "end") === forward;
  if (stopsAfterWord) {
    while (open() && !solid(text, ahead())) step();
    while (open() && solid(text, ahead())) step();
  } else {
    while (open() && solid(text, ahead())) step();
    while (open() && !solid(text, ahead())) step();
  }
  return at;
}

export function wordAt(text, at) {
  let start = at, end = at;
  while (solid(text, letterEdge(text, start, false)) && start > 0) start = letterEdge(text, start, false);
  while (solid(text, end)) end = letterEdge(text, end, true);
  return [start, end];
}

// What differs between two sets of marks, in the order of the text.
export function differences(before, after) {
  const name = (one) => `${one.start} ${one.end}`;
  const old = new Map(before.map((one) => [name(one), one])), fresh = new Map(after.map((one) => [name(one), one]));
  const made = [];
  for (const one of before) {
    const now = fresh.get(name(one));
    if (!now) made.push({ what: "removed", span: one });
    else if (now.label !== one.label) made.push({ what: "relabelled", span: now });
  }
  for (const one of after) if (!old.has(name(one))) made.push({ what: "added", span: one });
  return made.sort((one, other) => inOrder(one.span, other.span));
}

// Short names by which keys jump to marks: one letter, or two if there are many.
const LETTERS = "asdfghjklqwertyuiopzxcvbnm";
export class Hints {
  constructor() {
    this.long = false;
    this.known = new Map();
  }
  of(spans) {
    const many = spans.length > LETTERS.length;
    const standing = many === this.long ? this.known : new Map();
    this.long = many;
    const taken = new Set(), kept = new Map();
    for (const one of spans) {
      const key = `${one.start}`;
      const hint = standing.get(key);
      if (hint && !taken.has(hint)) {
        kept.set(key, hint);
        taken.add(hint);
      }
    }
    let next = 0;
    for (const one of spans) {
      const key = `${one.start}`;
      if (kept.has(key)) continue;
      while (next < this.most() && taken.has(this.name(next))) next += 1;
      if (next >= this.most()) break;
      kept.set(key, this.name(next));
      taken.add(this.name(next));
    }
    this.known = kept;
    return kept;
  }
  most() {
    return this.long ? LETTERS.length ** 2 : LETTERS.length;
  }
  name(at) {
    return this.long ? LETTERS[Math.floor(at / LETTERS.length)] + LETTERS[at % LETTERS.length] : LETTERS[at];
  }
}
