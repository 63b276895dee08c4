// What can be done by a key: its name, what it is called, and the key that it has at first.
const words = JSON.parse(document.getElementById("words").textContent);

export const COMMANDS = [
  ["done", words.key_done, "Enter"],
  ["mark", words.key_mark, "Space"],
  ["remove", words.key_remove, "Backspace"],
  ["equal", words.key_equal, "="],
  ["undo", words.key_undo, "Ctrl+z"],
  ["redo", words.key_redo, "Ctrl+y"],
  ["end_right", words.key_end_right, "]"],
  ["end_left", words.key_end_left, "}"],
  ["start_left", words.key_start_left, "["],
  ["start_right", words.key_start_right, "{"],
  ["end_right_letter", words.key_end_right_letter, ">"],
  ["end_left_letter", words.key_end_left_letter, "<"],
  ["start_left_letter", words.key_start_left_letter, "("],
  ["start_right_letter", words.key_start_right_letter, ")"],
  ["next_mark", words.key_next_mark, "."],
  ["previous_mark", words.key_previous_mark, ","],
  ["next", words.key_following, "N"],
  ["previous", words.key_previous, "P"],
  ["skip", words.key_skip, "S"],
  ["search", words.key_search, "/"],
  ["note", words.key_note, "C"],
  ["keys", words.key_keys, "?"],
];

export function keyOf(event) {
  const name = event.key === " " ? "Space" : event.key;
  const parts = [];
  // AltGr writes a letter; some systems call it Ctrl and Alt.
  if (event.getModifierState("AltGraph")) return name;
  if (event.ctrlKey || event.metaKey) parts.push("Ctrl");
  if (event.altKey) parts.push("Alt");
  // Shift is in the letter already, where there is one.
  if (event.shiftKey && (name.length > 1 || parts.length)) parts.push("Shift");
  return [...parts, parts.length ? name.toLowerCase().replace(/^(.)(.+)$/, (_, a, b) => a.toUpperCase() + b) : name].join("+");
}

const SHOWN = { Space: "␣", Enter: "⏎", Backspace: "⌫", ArrowLeft: "←", ArrowRight: "→" };
export function shownKey(key) {
  return SHOWN[key] ?? key;
}
