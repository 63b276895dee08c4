// Pages on which something is tried: what is typed is sent after a pause, and the newest answer is shown.
const PAUSE = 100;
const form = document.querySelector("form[data-live]");
const tab = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
let last = 0, shown = 0, going = null, waiting = null, live = form?.dataset.live;
const touched = new Set();
let latest = "";

// Sliders stand beside the fields of the same number.
for (const slider of document.querySelectorAll("input[data-slides]")) {
  const field = document.getElementById(slider.dataset.slides);
  slider.hidden = false;
  slider.addEventListener("input", () => { field.value = slider.value; });
  field.addEventListener("input", () => { slider.value = field.value; });
}

// A file is read here and stands in its field; it is sent as what is typed is.
for (const input of document.querySelectorAll("input[data-fills]")) {
  input.closest("[hidden]").hidden = false;
  input.addEventListener("change", async () => {
    const field = document.getElementById(input.dataset.fills);
    if (!input.files.length) return;
    field.value = await input.files[0].text();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

async function ask(action, typing) {
  clearTimeout(waiting);
  going?.abort();
  going = new AbortController();
  last += 1;
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
  body.set("do", action);
  body.set("number", `${tab}-${last}`);
  body.set("touched", latest);
  const found = document.getElementById("found");
  found.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, { method: "POST", body, signal: going.signal });
    if (answer.url.endsWith("/login") || answer.status === 401) return location.assign("/login");
    if (answer.redirected) return location.assign(answer.url);
    show(new DOMParser().parseFromString(await answer.text(), "text/html"), typing);
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}

function show(page, typing) {
  const told = page.getElementById("found"), now = document.getElementById("found");
  const number = Number(told?.dataset.number?.split("-")[1] ?? 0);
  if (!told || number < shown) return;
  shown = number;
  const open = [...now.querySelectorAll("details")].map((one) => one.open);
  told.querySelectorAll("details").forEach((one, at) => { if (open[at]) one.open = true; });
  const problems = [...page.querySelectorAll("form[data-live] [id^=problem-], form[data-live] > .problem")];
  if (!(typing && problems.length)) exchange(now, told);
  now.removeAttribute("aria-busy");
  for (const old of form.querySelectorAll("[id^=problem-], .problem")) old.remove();
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  for (const one of problems) complain(one, typing);
  for (const field of page.querySelectorAll("form[data-live] [name]")) {
    const here = form.elements[field.name];
    if (!here || field.name === "csrf" || here === document.activeElement || here instanceof RadioNodeList || !form.contains(here)) continue;
    if (field.type === "checkbox") here.checked = field.checked;
    else if (field.tagName !== "BUTTON" && field.type !== "file" && here.value !== field.value) here.value = field.value;
  }
  for (const slider of document.querySelectorAll("input[data-slides]")) slider.value = form.elements[slider.dataset.slides].value;
  live = page.querySelector("form[data-live]").dataset.live;
}

// Who is in a field of the answer stays there, at the same letter.
function exchange(now, told) {
  const here = now.contains(document.activeElement) ? document.activeElement : null;
  const at = here?.selectionStart ?? null;
  const typed = here?.tagName === "TEXTAREA" ? here.value : null;
  now.replaceChildren(...told.childNodes);
  const again = here?.id ? document.getElementById(here.id) : null;
  if (!again) return;
  if (typed !== null && !again.readOnly) again.value = typed;
  again.focus();
  if (at !== null) again.setSelectionRange(at, at);
}

// Nobody is told of a field that they have not come to yet.
function complain(problem, typing) {
  const name = problem.id.replace("problem-", "");
  const field = form.elements[name];
  if (!field) return form.prepend(problem);
  if (typing && !touched.has(name) && !field.value) return undefined;
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-errormessage", problem.id);
  return field.closest(".field, p").append(problem);
}

// Fields of the answer belong to the form, too.
document.addEventListener("input", (event) => {
  if (!form || event.target.form !== form || event.target.type === "file") return;
  latest = event.target.name || event.target.dataset.slides;
  touched.add(latest);
  clearTimeout(waiting);
  waiting = setTimeout(() => ask(live, true), PAUSE);
});
form?.addEventListener("submit", (event) => {
  if (event.submitter?.dataset.whole !== undefined) return;
  event.preventDefault();
  ask(event.submitter?.value ?? live, false);
});
document.addEventListener("click", async (event) => {
  const copied = event.target.closest("button[data-copy]");
  if (copied) await navigator.clipboard.writeText(document.getElementById(copied.dataset.copy).textContent);
});
