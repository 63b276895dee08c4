// A text as lines with marks in it. Only the lines that changed are made anew, so a long text costs what a short one costs.

export class TextPage {
  constructor(place) {
    this.place = place;
    this.lines = [];
  }
  show(text) {
    this.text = text;
    this.lines = [];
    this.place.replaceChildren();
    let start = 0;
    for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? [""]) {
      const block = document.createElement("div");
      for (const piece of pieces(line)) {
        const element = document.createElement("span");
        element.className = "line";
        this.lines.push({ start, end: start + piece.length, element, made: null });
        block.append(element);
        start += piece.length;
      }
      this.place.append(block);
    }
  }
  // Marks are in order; `look` gives the class, hint and title of one.
  paint(spans, look) {
    let from = 0;
    for (const line of this.lines) {
      while (from < spans.length && spans[from].end <= line.start) from += 1;
      const inside = [];
      for (let at = from; at < spans.length && spans[at].start < Math.max(line.end, line.start + 1); at += 1) {
        if (spans[at].end > line.start) inside.push(spans[at]);
      }
      const made = inside.map((one) => `${one.start} ${one.end} ${Object.values(look(one)).join(" ")}`).join("|");
      if (line.made !== made) {
        line.made = made;
        this.make(line, inside, look);
      }
    }
  }
  make(line, spans, look) {
    const shown = (low, high) => document.createTextNode(this.text.slice(low, high));
    const end = this.text[line.end - 1] === "\n" ? line.end - 1 : line.end;
    const parts = [];
    let at = line.start;
    for (const span of spans) {
      const low = Math.max(span.start, at), high = Math.min(span.end, end);
      if (low >= high) continue;
      if (low > at) parts.push(shown(at, low));
      const told = look(span), mark = document.createElement("mark");
      mark.className = told.look;
      mark.title = told.title;
      mark.dataset.start = span.start;
      mark.dataset.label = span.end <= line.end ? told.label : "";
      if (told.hint && span.start >= line.start) mark.dataset.hint = told.hint;
      mark.append(shown(low, high));
      parts.push(mark);
      at = high;
    }
    if (at < end) parts.push(shown(at, end));
    // An empty line has nothing on which a caret could stand.
    if (!parts.length) parts.push(document.createElement("br"));
    line.element.replaceChildren(...parts);
  }
  // Only a class changes, so that a selection that somebody draws is not disturbed.
  choose(span) {
    for (const one of this.place.querySelectorAll("mark.chosen")) one.classList.remove("chosen");
    if (span) for (const one of this.place.querySelectorAll(`mark[data-start="${span.start}"]`)) one.classList.add("chosen");
  }
  lineAt(offset) {
    let low = 0, high = this.lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lines[middle].start <= offset) low = middle;
      else high = middle - 1;
    }
    return this.lines[low];
  }
  offsetOf(node, at) {
    if (node === this.place) return at < this.lines.length ? this.lines[at].start : this.text.length;
    const element = (node.nodeType === 1 ? node : node.parentElement).closest(".line");
    const line = this.lines.find((one) => one.element === element);
    if (!line) {
      const inside = this.lines.filter((one) => node.contains(one.element));
      if (!inside.length) return null;
      return at < inside.length ? inside[at].start : inside.at(-1).end;
    }
    const range = document.createRange();
    range.setStart(element, 0);
    range.setEnd(node, at);
    return line.start + range.toString().length;
  }
  pointOf(offset) {
    const line = this.lineAt(offset);
    const walker = document.createTreeWalker(line.element, NodeFilter.SHOW_TEXT);
    let left = offset - line.start, node = null;
    while (walker.nextNode()) {
      node = walker.currentNode;
      if (left <= node.length) return [node, left];
      left -= node.length;
    }
    return node ? [node, node.length] : [line.element, 0];
  }
  selection() {
    const chosen = getSelection();
    if (!chosen.anchorNode || !this.place.contains(chosen.anchorNode)) return null;
    const anchor = this.offsetOf(chosen.anchorNode, chosen.anchorOffset), focus = this.offsetOf(chosen.focusNode, chosen.focusOffset);
    return anchor === null || focus === null ? null : [anchor, focus];
  }
  select(anchor, focus = anchor) {
    if (!this.lines.length) return;
    const [one, at] = this.pointOf(anchor), [other, to] = this.pointOf(focus);
    getSelection().setBaseAndExtent(one, at, other, to);
    this.lineAt(focus).element.scrollIntoView({ block: "nearest" });
  }
}

const LONGEST = 400;

// A very long line is cut between words into parts that stand in one row, so that painting it stays cheap.
function* pieces(line) {
  let start = 0;
  while (line.length - start > LONGEST * 2) {
    const space = line.indexOf(" ", start + LONGEST);
    if (space < 0 || space >= line.length - 2) break;
    yield line.slice(start, space + 1);
    start = space + 1;
  }
  yield line.slice(start);
}
