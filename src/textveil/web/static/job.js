// Shows how far a job is, and loads the page again when it has ended.
const place = document.getElementById("progress");
const bar = place.querySelector("progress");
const text = place.querySelector("span");

async function look() {
  const answer = await fetch(`/jobs/${place.dataset.job}/progress`, { headers: { accept: "application/json" } });
  if (answer.status === 401) return location.assign("/login");
  if (!answer.ok) return setTimeout(look, 3000);
  const told = await answer.json();
  if (told.over) return location.reload();
  text.textContent = told.words ?? "";
  if (told.total) {
    bar.max = told.total;
    bar.value = Math.min(told.done, told.total);
  } else {
    bar.removeAttribute("value");
  }
  setTimeout(look, 700);
}
look();
