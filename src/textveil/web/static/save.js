// Saves what is on the screen as one file: style inside, no script, and no text of anybody unless it is asked for.
const TEXTS = "textarea, input, .prose, .value, .text, mark, del, ins, [data-text]";
const LEFT_OUT = "script, link, header, .skip, .save, .problem, input[type=hidden], input[type=file], [hidden], meta[name=csrf-token]";
const bar = document.querySelector(".save");

async function sheet() {
  const links = [...document.querySelectorAll("link[rel=stylesheet]")];
  return (await Promise.all(links.map(async (one) => (await fetch(one.href)).text()))).join("\n");
}

async function page(withText) {
  const made = document.documentElement.cloneNode(true);
  // A copy has what was loaded; what was typed since then is in the page alone.
  const typed = document.querySelectorAll("textarea, input, select");
  made.querySelectorAll("textarea, input, select").forEach((one, at) => {
    if (one.tagName === "SELECT") [...one.options].forEach((option) => option.toggleAttribute("selected", option.value === typed[at].value));
    else if (one.tagName === "TEXTAREA") one.textContent = typed[at].value;
    else one.setAttribute("value", typed[at].value);
    one.toggleAttribute("disabled", true);
  });
  for (const one of made.querySelectorAll(LEFT_OUT)) one.remove();
  for (const one of made.querySelectorAll("button, a.button")) one.remove();
  if (!withText) for (const one of made.querySelectorAll(TEXTS)) one.remove();
  for (const one of made.querySelectorAll("form")) one.removeAttribute("action");
  for (const one of made.querySelectorAll("a[href]")) if (!one.getAttribute("href").startsWith("#")) one.removeAttribute("href");
  const style = document.createElement("style");
  style.textContent = await sheet();
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
  made.querySelector("head").append(policy, style);
  return `<!doctype html>\n${made.outerHTML}\n`;
}

bar.hidden = false;
bar.querySelector("button").addEventListener("click", async () => {
  const text = await page(bar.querySelector("input").checked);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  link.download = `${location.pathname.split("/")[1] || "home"}.html`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
});
