// Findings by keys, and decisions without loading the page again.
const words = JSON.parse(document.getElementById("words").textContent);
const main = document.getElementById("content");

const spots = () => [...main.querySelectorAll(".find")];

function formOf(spot) {
  return main.querySelector(`#f${spot.dataset.start} form`);
}

async function send(form, back) {
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  if (answer.status === 401) return location.assign("/login");
  const made = new DOMParser().parseFromString(await answer.text(), "text/html");
  const open = [...main.querySelectorAll(".findings details[open]")].map((one) => one.closest("li").id);
  main.replaceChildren(...made.getElementById("content").childNodes);
  for (const id of open) document.getElementById(id)?.querySelector("details").setAttribute("open", "");
  (main.querySelector(".problem") ? main.querySelector("#overlooked") : main.querySelector(back))?.focus();
}

main.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.action.endsWith("/run")) return;
  event.preventDefault();
  const start = form.elements.start?.value;
  send(form, start ? `#l${start}` : "#overlooked");
});

main.addEventListener("keydown", (event) => {
  const spot = event.target.closest?.(".find");
  if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") return spot.parentElement.classList.add("shut");
  const all = spots();
  const at = all.indexOf(spot);
  if (event.key === words.key_next) (all[at + 1] ?? all[0]).focus();
  else if (event.key === words.key_back) (all[at - 1] ?? all.at(-1)).focus();
  else if (event.key === words.key_stays) {
    const form = formOf(spot);
    const choice = form.elements.label;
    const label = spot.querySelector("small").textContent;
    const option = [...choice.options].find((one) => one.defaultSelected);
    choice.value = option?.value ? "" : spot.nextElementSibling.querySelector("b").textContent || label;
    send(form, `#${spot.id}`);
  } else if (event.key === words.key_kind || event.key === "Enter") {
    const row = main.querySelector(`#f${spot.dataset.start}`);
    row.querySelector("details").open = true;
    row.querySelector("select").focus();
  } else return;
  event.preventDefault();
});

main.addEventListener("focusin", (event) => {
  event.target.closest?.(".spot")?.classList.remove("shut");
});

document.addEventListener("selectionchange", () => {
  const chosen = document.getSelection();
  const text = document.getElementById("text");
  if (!chosen.isCollapsed && text?.contains(chosen.anchorNode) && text.contains(chosen.focusNode)) {
    const part = chosen.getRangeAt(0).cloneContents();
    for (const label of part.querySelectorAll("small, .why")) label.remove();
    const value = part.textContent.trim();
    if (value) document.getElementById("overlooked").value = value;
  }
});
