// Waits until the model of a project has learnt, then loads the page again.
const place = document.getElementById("learning");
const path = place.dataset.job ? `/jobs/${place.dataset.job}/progress` : `/projects/${place.dataset.project}/queue`;

async function look() {
  const answer = await fetch(path, { headers: { accept: "application/json" } });
  if (answer.ok) {
    const told = await answer.json();
    if (place.dataset.job ? told.over : !told.learning) return location.reload();
  }
  return setTimeout(look, 1500);
}
look();
