// Files can be dropped, and folders be sent with the paths of their files.
const words = JSON.parse(document.getElementById("words").textContent);

for (const form of document.querySelectorAll("form.upload")) {
  const drop = form.querySelector(".drop");
  const input = drop.querySelector("input[name=files]");
  const folder = drop.querySelector(".folder");
  const whole = folder.querySelector("input");
  const list = drop.querySelector(".chosen");

  function show(files) {
    list.replaceChildren(...[...files].slice(0, 20).map((file) => {
      const line = document.createElement("li");
      line.textContent = file.webkitRelativePath || file.name;
      return line;
    }));
    if (files.length > 20) {
      const line = document.createElement("li");
      line.textContent = `${files.length} ${words.files}`;
      list.append(line);
    }
  }

  function paths(given) {
    for (const old of form.querySelectorAll("input[name=path]")) old.remove();
    for (const path of given) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name: "path", value: path });
      form.append(field);
    }
  }

  folder.hidden = false;
  input.addEventListener("change", () => { paths([]); show(input.files); });
  whole.addEventListener("change", () => {
    if (!whole.files.length) return;
    const taken = new DataTransfer();
    for (const file of whole.files) taken.items.add(file);
    input.multiple = true;
    input.files = taken.files;
    paths([...whole.files].map((file) => file.webkitRelativePath));
    show(whole.files);
  });
  for (const kind of ["dragover", "dragleave", "drop"]) {
    drop.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", kind === "dragover");
    });
  }
  drop.addEventListener("drop", async (event) => {
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const found = [];
    for (const entry of entries) await walk(entry, found);
    const taken = new DataTransfer();
    for (const [, file] of found) taken.items.add(file);
    input.multiple = true;
    input.files = taken.files;
    const nested = found.some(([path]) => path.includes("/"));
    paths(nested ? found.map(([path]) => path) : []);
    show(input.files);
  });
}

async function walk(entry, found) {
  if (entry.isFile) {
    found.push([entry.fullPath.replace(/^\//, ""), await new Promise((done, fail) => entry.file(done, fail))]);
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((done, fail) => reader.readEntries(done, fail));
    if (!some.length) return;
    for (const one of some) await walk(one, found);
  }
}
