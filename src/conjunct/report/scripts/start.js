// Everything starts here. `conjunct` is what other scripts, such as tests, may call.

function begin(text) {
  const data = withWhatFollows(JSON.parse(text));
  const model = modelOf(data.decision, data.labels.length);
  const whatIf = startWhatIf(document.getElementById("what-if"), data, model);

  document.querySelectorAll("[role=tablist]").forEach(startTabs);
  for (const tree of document.querySelectorAll(".scroll > .conjunct-tree")) {
    const place = tree.parentElement; // A wide tree is shown from its root, in the middle.
    place.scrollLeft = (place.scrollWidth - place.clientWidth) / 2;
  }
  document.querySelectorAll("button[data-copies]").forEach(startCopying);

  let edits = null;
  if (data.table) {
    const rows = rowsOf(data.table, model);
    const tryRow = (row) => {
      whatIf.setRow(rows.cells(row));
      const place = document.getElementById("what-if");
      place.scrollIntoView();
      place.querySelector("h2").focus({ preventScroll: true });
    };
    if (rows.nShown) whatIf.setRow(rows.cells(0));
    startRows(document.getElementById("rows"), data, rows, tryRow);
    document
      .querySelectorAll("details[data-rule]")
      .forEach((details) => startRuleRows(details, data, rows, model, tryRow));
    if (data.table.checks) startThreshold(document.getElementById("scores"), data);
    if (data.editing) edits = startEditing(document.getElementById("edit"), data, rows, model);
  }

  window.conjunct = Object.freeze({
    modelOf,
    attributes: data.decision.attributes.map(({ name }) => name),
    answer: (row) => model.answer(row),
    reasons: (row) => reasonsOf(model.answer(row), data.decision),
    smallestChange: (row, locked, wanted) => smallestChange(model, data.controls, row, locked, wanted),
    rowNow: whatIf.rowNow,
    setRow: whatIf.setRow,
    edits,
  });
}

// Links inside the page work in frames of notebooks too, and open the rule that they lead to.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='#']");
  const place = link && document.getElementById(link.getAttribute("href").slice(1));
  if (!place) return;
  event.preventDefault();
  if (place.matches("details")) place.open = true;
  place.scrollIntoView();
  (place.querySelector("summary, h2") ?? place).focus({ preventScroll: true });
});

const packed = document.getElementById("packed");
if (packed && !window.DecompressionStream) refuseToUnpack();
else if (packed) unpacked(packed.textContent).then(begin);
else begin(document.getElementById("data").textContent);
