// Words that are selected in the text are added to what was missed.
const text = document.getElementById("text");
const missed = document.getElementById("missed");
const take = document.getElementById("take");

take.hidden = false;
take.addEventListener("click", () => {
  const chosen = document.getSelection();
  if (chosen.isCollapsed || !text.contains(chosen.anchorNode)) return;
  const value = chosen.toString().trim();
  if (value) missed.value = [...missed.value.split("\n").filter(Boolean), value].join("\n");
});
