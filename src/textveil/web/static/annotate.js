// The annotation view: marks by keys alone, keeps them at once, and goes from document to document without loading a page.
import { Hints, Marking, differences, wordAt } from "./spans.js";
import { TextPage } from "./page_of_text.js";
import { COMMANDS, keyOf, shownKey } from "./keys.js";

const words = JSON.parse(document.getElementById("words").textContent);
const config = JSON.parse(document.getElementById("config").textContent);
let token = document.querySelector("meta[name=csrf-token]").content;
const find = (id) => document.getElementById(id);
const place = find("text"), says = find("says"), list = find("labels");
const page = new TextPage(place);
const base = `/projects/${config.project}`;
const kind = config.decides ? "decisions" : "documents";
const address = (number) => `${base}/${kind}/${number}`;

const CHANGES = { added: words.changed_added, removed: words.changed_removed, relabelled: words.changed_relabelled };

// Documents that were open, each with its whole history: undoing never ends.
const known = new Map();
let now = null, label = config.labels[0], typed = "", wanted = [];
let keys = { ...Object.fromEntries(COMMANDS.map(([name, , key]) => [name, key])), ...config.keys };
const byKey = () => new Map(Object.entries(keys).map(([name, key]) => [key, name]));
let actions = byKey();

function say(text, bad = false) {
  says.textContent = text;
  says.classList.toggle("bad", bad);
}

async function ask(path, method = "GET", body = undefined) {
  const headers = { accept: "application/json", "x-csrf-token": token };
  if (body !== undefined) headers["content-type"] = "application/json";
  return fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
}

// ---- time: only while the page is in front

let began = performance.now();
function seconds() {
  const spent = document.hidden ? 0 : (performance.now() - began) / 1000;
  began = performance.now();
  return spent;
}
document.addEventListener("visibilitychange", () => {
  if (document.hidden && now) now.seconds += (performance.now() - began) / 1000;
  began = performance.now();
});

// ---- documents

async function load(number) {
  if (known.has(number)) return known.get(number);
  const answer = await ask(`${address(number)}${config.decides ? "" : "?more=1"}`);
  if (!answer.ok) throw new Error(String(answer.status));
  const told = await answer.json();
  const marking = new Marking(told.text, told.spans, told.sure);
  const made = {
    number, id: told.id, told, marking, version: told.version, kept: marking.spans,
    done: told.done, seconds: 0, hints: new Hints(), saving: Promise.resolve(), caret: 0,
  };
  known.set(number, made);
  return made;
}

async function open(number, { history: remember = true } = {}) {
  try {
    const next = await load(number);
    if (now) {
      now.seconds += seconds();
      keep(now);
    }
    now = next;
  } catch (error) {
    return say(error.message === "404" ? words.no_such : words.no_answer, true);
  }
  seconds();
  if (remember) window.history.pushState({ number }, "", address(number));
  page.show(now.marking.text);
  find("which").textContent = (config.decides ? words.which_decides : words.which).replace("{number}", now.number).replace("{total}", config.total);
  paint();
  showBeside();
  page.select(now.caret);
  place.focus({ preventScroll: true });
  say(now.done ? words.was_done : "");
  return undefined;
}

function lookOf(span) {
  const at = config.labels.indexOf(span.label);
  const sure = span.sure === undefined ? "" : ` · ${span.sure.toFixed(2)}`;
  const looks = [`m${at < 0 ? 9 : at % 10}`];
  if (span.sure !== undefined && span.sure < 0.8) looks.push("unsure");
  return { look: looks.join(" "), label: span.label, title: `${span.label}${sure}`, hint: hints.get(String(span.start)) ?? "" };
}

let hints = new Map(), chosen = null;
function paint() {
  hints = now.hints.of(now.marking.spans);
  page.paint(now.marking.spans, lookOf);
  page.choose(chosen);
  find("count").textContent = words.count.replace("{count}", now.marking.spans.length);
}

function showBeside() {
  const { told } = now, beside = find("beside");
  const parts = [];
  const scored = told.score === null || told.score === undefined ? "" : words.score.replace("{score}", Number(told.score.toPrecision(3)));
  find("score").textContent = scored;
  if (told.decision) {
    const changed = differences(now.marking.spans, now.marking.fromRows(told.decision));
    parts.push(section(words.changed, changed.length ? changed.map(({ what, span }) =>
      `${CHANGES[what]}: ${now.marking.text.slice(span.start, span.end)} (${span.label})`) : [words.changed_nothing]));
  }
  for (const [user, rows] of Object.entries(told.people ?? {})) {
    const spans = now.marking.fromRows(rows);
    const others = Object.entries(told.people).filter(([other]) => other !== user).map(([, some]) => some.map(String));
    const shown = spans.map((span, at) => {
      const alone = others.length && !others.every((some) => some.includes(String(rows[at])));
      return `${alone ? "≠ " : ""}${now.marking.text.slice(span.start, span.end)} (${span.label})`;
    });
    const part = section(words.marks_of.replace("{user}", user), shown);
    const take = document.createElement("button");
    take.type = "button";
    take.textContent = words.take;
    take.addEventListener("click", () => {
      now.marking.change(now.marking.fromRows(rows));
      paint();
      place.focus();
    });
    part.append(take);
    parts.push(part);
  }
  if (told.notes?.length) parts.push(section(words.notes, told.notes.map((one) => `${one.user}: ${one.text}`)));
  beside.replaceChildren(...parts);
}

function section(title, rows) {
  const made = document.createElement("section"), head = document.createElement("h2"), items = document.createElement("ul");
  head.textContent = title;
  items.append(...rows.map((row) => Object.assign(document.createElement("li"), { textContent: row })));
  made.append(head, items);
  return made;
}

// ---- keeping

let timer = 0;
function changed() {
  paint();
  now.done = false;
  clearTimeout(timer);
  const one = now;
  timer = setTimeout(() => keep(one), 700);
}

function keep(one, done = false) {
  if (!config.writes) return Promise.resolve(true);
  one.saving = one.saving.then(() => send(one, done));
  return one.saving;
}

async function send(one, done) {
  const spans = one.marking.spans;
  if (!done && spans === one.kept) return true;
  if (one === now) one.seconds += seconds();
  const spent = one.seconds;
  let answer;
  try {
    answer = await ask(`${address(one.number)}/marks`, "PUT", {
      version: one.version, spans: one.marking.rows(), seconds: Math.round(spent * 1000) / 1000, done,
    });
  } catch {
    say(words.not_kept, true);
    setTimeout(() => keep(one, done), 3000);
    return false;
  }
  const told = await answer.json().catch(() => ({}));
  if (answer.ok) {
    one.seconds -= spent;
    one.version = told.version;
    one.kept = spans;
    one.done = done;
    if (one === now && !done) say(words.kept);
    return true;
  }
  if (answer.status === 409) {
    one.theirs = told;
    if (one === now) find("conflict").hidden = false;
  }
  if (answer.status === 401 || answer.status === 403) {
    // Whoever signs in again, in any tab, has a new token.
    if (await renewed()) return send(one, done);
    if (answer.status === 401) setTimeout(() => keep(one, done), 3000);
  }
  if (answer.status >= 500) {
    // A server whose disk is full may have space again in a moment.
    setTimeout(() => keep(one, done), 3000);
    say(words.not_kept_now.replace("{error}", told.error ?? words.no_answer), true);
    return false;
  }
  say(answer.status === 401 ? words.signed_out : answer.status === 409 ? words.stale : told.error ?? words.no_answer, true);
  return false;
}

async function renewed() {
  const answer = await fetch(window.location.href, { headers: { accept: "text/html" } });
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("meta[name=csrf-token]");
  if (!found || found.content === token) return false;
  token = found.content;
  return true;
}

function resolve(mine) {
  const { theirs } = now;
  now.version = theirs.version;
  if (!mine) {
    now.marking.change(now.marking.fromRows(theirs.spans));
    now.kept = now.marking.spans;
  } else {
    now.kept = null;
    keep(now);
  }
  find("conflict").hidden = true;
  paint();
  place.focus();
}

addEventListener("beforeunload", (event) => {
  for (const one of known.values()) if (config.writes && one.marking.spans !== one.kept) event.preventDefault();
});

// ---- the queue

async function refill() {
  if (config.decides) {
    wanted = (now?.told.next ?? []).filter((number) => !known.get(number)?.done);
    return;
  }
  const answer = await ask(`${base}/queue`);
  if (!answer.ok) return;
  const told = await answer.json();
  wanted = told.documents.map((one) => one.number).filter((number) => !known.get(number)?.done);
  find("queue").textContent = told.learning ? words.learning : words.queue.replace("{count}", wanted.length);
  const ahead = wanted.find((number) => number !== now?.number);
  if (ahead) load(ahead).catch(() => {});
}

function following() {
  const at = wanted.indexOf(now.number);
  return wanted.slice(at + 1).find((number) => !known.get(number)?.done) ?? wanted.find((number) => number !== now.number && !known.get(number)?.done);
}

async function done() {
  const one = now;
  clearTimeout(timer);
  const saved = keep(one, true);
  one.done = true;
  const next = following();
  const visited = next ? open(next) : null;
  if (!(await saved)) {
    one.done = false;
    if (now !== one) await open(one.number);
    return;
  }
  await visited;
  await refill();
  if (!next) {
    const more = following();
    if (more) await open(more);
    else say(words.all_done);
  }
}

// ---- what keys do

function selected() {
  const found = page.selection() ?? [now.caret, now.caret];
  return [Math.min(...found), Math.max(...found), found[1]];
}

function choose(name) {
  label = name;
  for (const one of list.querySelectorAll("button")) one.setAttribute("aria-pressed", String(one.dataset.label === label));
}

function markAs(name, word = false) {
  choose(name);
  let [start, end] = selected();
  const current = now.marking.current(start, end);
  if (start === end) {
    if (current) [start, end] = [current.start, current.end];
    else if (word) [start, end] = wordAt(now.marking.text, start);
    else return say(words.chosen.replace("{label}", name));
  }
  if (!now.marking.mark(start, end, name)) return undefined;
  changed();
  page.select(start, end);
  return say(words.marked.replace("{label}", name));
}

function edge(which, forward, byWord) {
  const [start, end] = selected();
  const current = now.marking.current(start, end);
  if (!current) return say(words.no_mark);
  const made = now.marking.moveEdge(current, which, forward, byWord);
  changed();
  return page.select(made.start, made.end);
}

function step(times) {
  const [start, end] = selected();
  const { spans } = now.marking;
  const next = times > 0
    ? spans.find((one) => one.start > start || (one.start === start && start === end)) ?? spans[0]
    : spans.findLast((one) => one.start < start) ?? spans.at(-1);
  if (next) page.select(next.start, next.end);
}

function restored(way, nothing) {
  if (!now.marking[way]()) return say(nothing);
  changed();
  const [, , focus] = selected();
  return page.select(Math.min(focus, now.marking.text.length));
}

const DO = {
  done,
  mark: () => markAs(label, true),
  remove: () => {
    const [start, end] = selected();
    const current = now.marking.current(start, end);
    const gone = current ? [current] : now.marking.at(start, end);
    if (!gone.length) return say(words.no_mark);
    now.marking.remove(gone);
    changed();
    page.select(start);
    return say(words.removed.replace("{count}", gone.length));
  },
  equal: () => {
    let [start, end] = selected();
    const current = now.marking.current(start, end);
    if (current) [start, end] = [current.start, current.end];
    else if (start === end) [start, end] = wordAt(now.marking.text, start);
    const count = now.marking.markEqual(start, end, current ? current.label : label);
    changed();
    page.select(start, end);
    say(words.marked_equal.replace("{count}", count));
  },
  undo: () => restored("undo", words.nothing_to_undo),
  redo: () => restored("redo", words.nothing_to_redo),
  start_left: () => edge("start", false, true),
  start_right: () => edge("start", true, true),
  end_right: () => edge("end", true, true),
  end_left: () => edge("end", false, true),
  start_left_letter: () => edge("start", false, false),
  start_right_letter: () => edge("start", true, false),
  end_right_letter: () => edge("end", true, false),
  end_left_letter: () => edge("end", false, false),
  next_mark: () => step(1),
  previous_mark: () => step(-1),
  next: () => {
    const next = following() ?? now.number + 1;
    return next <= config.total ? open(next) : say(words.no_such);
  },
  previous: () => (now.number > 1 ? open(now.number - 1) : say(words.no_such)),
  skip: async () => {
    const one = now;
    if (config.decides) return DO.next();
    await ask(`${address(one.number)}/skip`, "POST", {});
    wanted = [...wanted.filter((number) => number !== one.number), one.number];
    return DO.next();
  },
  search: () => find("search").focus(),
  note: () => {
    find("noting").hidden = false;
    find("note").focus();
  },
  keys: () => openKeys(),
};

place.addEventListener("beforeinput", (event) => event.preventDefault());
for (const name of ["paste", "cut", "drop", "dragover"]) place.addEventListener(name, (event) => event.preventDefault());

function jump(letter) {
  typed += letter;
  const all = [...hints.entries()];
  const exact = all.find(([, hint]) => hint === typed);
  if (exact) {
    typed = "";
    const span = now.marking.spans.find((one) => String(one.start) === exact[0]);
    if (span) page.select(span.start, span.end);
    return;
  }
  if (!all.some(([, hint]) => hint.startsWith(typed))) typed = "";
}

place.addEventListener("keydown", (event) => {
  if (!now || event.isComposing) return;
  const key = keyOf(event);
  const name = actions.get(key);
  if (name && (config.writes || ["next", "previous", "search", "keys", "next_mark", "previous_mark"].includes(name))) {
    event.preventDefault();
    typed = "";
    DO[name]();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const digit = /^Digit([0-9])$/.exec(event.code);
  if (digit && config.writes) {
    const at = (Number(digit[1]) + 9) % 10 + (event.shiftKey ? 10 : 0);
    if (at < config.labels.length) {
      event.preventDefault();
      markAs(config.labels[at]);
    }
    return;
  }
  if (/^[a-z]$/.test(event.key)) {
    event.preventDefault();
    jump(event.key);
  } else if (event.key.length === 1) event.preventDefault();
});

document.addEventListener("selectionchange", () => {
  const found = now && page.selection();
  if (!found) return;
  now.caret = found[1];
  const current = now.marking.current(Math.min(...found), Math.max(...found));
  if (current !== chosen) {
    chosen = current;
    page.choose(chosen);
  }
});

// ---- around the text

for (const [at, name] of config.labels.entries()) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.label = name;
  button.className = `m${at % 10}`;
  const shown = document.createElement("kbd");
  shown.textContent = at < 10 ? String((at + 1) % 10) : at < 20 ? `⇧${(at + 1) % 10}` : "";
  button.append(shown, ` ${name}`);
  button.disabled = !config.writes;
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", () => markAs(name));
  list.append(button);
}

for (const button of document.querySelectorAll("button[data-do]")) {
  // A click shall not take the selection away from the text.
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", () => now && DO[button.dataset.do]());
}

function showKeys() {
  for (const button of document.querySelectorAll("button[data-do]")) {
    let shown = button.querySelector("kbd");
    if (!shown) button.prepend((shown = document.createElement("kbd")), " ");
    shown.textContent = shownKey(keys[button.dataset.do]);
  }
}

let from = 0;
function searched() {
  const wantedText = find("search").value.toLowerCase();
  if (!wantedText || !now) return;
  const text = now.marking.text.toLowerCase();
  if (text.length !== now.marking.text.length) return;
  let at = text.indexOf(wantedText, from);
  if (at < 0) at = text.indexOf(wantedText);
  if (at < 0) {
    say(words.not_found);
    return;
  }
  from = at + 1;
  now.caret = at;
  page.select(at, at + wantedText.length);
  place.focus({ preventScroll: true });
  page.select(at, at + wantedText.length);
  say("");
}
find("search").addEventListener("input", () => { from = 0; });
find("search").addEventListener("keydown", (event) => {
  if (event.key === "Escape") place.focus();
  if (event.key !== "Enter") return;
  event.preventDefault();
  searched();
});
find("everywhere")?.addEventListener("click", async () => {
  const text = find("search").value;
  if (!text) return find("search").focus();
  const answer = await ask(`${base}/search`, "POST", { text });
  const told = await answer.json();
  if (!answer.ok) return say(told.error, true);
  const rows = told.documents.map(({ number, count }) => {
    const item = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    button.textContent = words.found_in.replace("{number}", number).replace("{count}", count);
    button.addEventListener("click", async () => {
      await open(number);
      from = 0;
      searched();
    });
    item.append(button);
    return item;
  });
  find("found").replaceChildren(...rows);
  return say(rows.length ? "" : words.not_found);
});

find("noting")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = find("note").value.trim();
  if (!text) return;
  const answer = await ask(`${base}/documents/${now.number}/notes`, "POST", { text });
  if (!answer.ok) {
    say((await answer.json()).error ?? words.no_answer, true);
    return;
  }
  find("note").value = "";
  find("noting").hidden = true;
  now.told.notes = [...(now.told.notes ?? []), { user: words.you, text }];
  showBeside();
  say(words.note_kept);
  place.focus();
});
find("note")?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  find("noting").hidden = true;
  place.focus();
});
find("mine").addEventListener("click", () => resolve(true));
find("theirs").addEventListener("click", () => resolve(false));

// ---- keys can be changed

const dialog = find("keys");
function openKeys() {
  const rows = COMMANDS.map(([name, text]) => {
    const row = document.createElement("li"), button = document.createElement("button"), told = document.createElement("span");
    told.textContent = text;
    told.id = `key-${name}`;
    button.type = "button";
    button.textContent = shownKey(keys[name]);
    button.setAttribute("aria-describedby", told.id);
    button.addEventListener("click", () => { button.textContent = words.press; });
    button.addEventListener("keydown", (event) => {
      if (button.textContent !== words.press || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key !== "Escape") setKey(name, keyOf(event));
      button.textContent = shownKey(keys[name]);
    });
    row.append(button, " ", told);
    return row;
  });
  find("key-list").replaceChildren(...rows);
  dialog.showModal();
}

async function setKey(name, key) {
  const other = actions.get(key);
  if ((other && other !== name) || /^[a-z0-9]$/.test(key) || key === "Tab") {
    find("key-says").textContent = words.key_taken;
    return;
  }
  keys = { ...keys, [name]: key };
  actions = byKey();
  find("key-says").textContent = "";
  showKeys();
  await ask("/keys", "PUT", keys);
}
dialog.addEventListener("close", () => place.focus());

addEventListener("popstate", (event) => open(event.state?.number ?? config.number, { history: false }));

showKeys();
choose(label);
window.history.replaceState({ number: config.number }, "");
open(config.number, { history: false }).then(refill);
setInterval(() => document.hidden || refill(), 15000);
