// The form: a control for each column, and the answer, which is updated after every change.

function startWhatIf(place, data, model) {
  const form = place.querySelector("form");
  const wanted = place.querySelector("select[data-wanted]");
  const change = place.querySelector("[data-change]");
  const take = place.querySelector("[data-take]");
  let timer = 0;
  let found = null;
  const cells = data.controls.map((control, at) => cellOf(control, at, () => follow()));
  form.append(...cells.map(({ element }) => element));
  form.addEventListener("submit", (event) => event.preventDefault());
  const rowNow = () => cells.map((cell) => cell.read());
  const locked = () => cells.flatMap((cell, at) => (cell.locked() ? [at] : []));

  const showChange = () => {
    const row = rowNow();
    const to = wanted.value === "" ? null : Number(wanted.value);
    found = smallestChange(model, data.controls, row, locked(), to);
    change.replaceChildren(...changeNodes(found, data, row));
    take.hidden = !found.changes || !found.changes.length;
  };
  const follow = () => {
    showAnswer(place, model.answer(rowNow()), data);
    clearTimeout(timer);
    timer = setTimeout(showChange, 120);
  };
  const setRow = (row) => {
    cells.forEach((cell, at) => cell.write(row[at]));
    follow();
  };
  wanted.addEventListener("change", showChange);
  take.addEventListener("click", () => {
    const row = rowNow();
    for (const { at, value } of found.changes) row[at] = value;
    setRow(row);
  });
  setRow(data.controls.map(startOf));
  return { setRow, rowNow };
}

function startOf(control) {
  if (control.kind === "nominal") return control.choices.length ? control.choices[0][0] : null;
  const middle = control.low / 2 + control.high / 2;
  return Number((Math.round(middle / control.step) * control.step).toPrecision(12));
}

function cellOf(control, at, follow) {
  const id = `cell-${at}`;
  const missing = make("input", { type: "checkbox", id: `${id}-missing` });
  const lock = make("input", { type: "checkbox", id: `${id}-lock` });
  const inputs = control.kind === "numeric" ? numberInputs : choiceInput;
  const own = inputs(control, id, follow);
  const read = () => (missing.checked ? null : own.read());
  const write = (cell) => {
    missing.checked = cell === null;
    own.enable(cell !== null);
    if (cell !== null) own.write(cell);
  };
  missing.addEventListener("change", () => {
    own.enable(!missing.checked);
    follow();
  });
  lock.addEventListener("change", follow);
  const name = make("label", { for: id, class: "name" }, make("bdi", {}, control.shown));
  if (control.hint) name.append(make("small", {}, ` ${control.hint}`));
  const boxes = make(
    "div",
    { class: "boxes" },
    make("label", {}, missing, " missing"),
    make("label", {}, lock, " keep as it is"),
  );
  const element = make("div", { class: "field", role: "group" }, name, own.element, boxes);
  element.setAttribute("aria-label", control.shown);
  return { element, read, write, locked: () => lock.checked };
}

function numberInputs(control, id, follow) {
  const number = make("input", { type: "number", id, step: "any" });
  const facts = { min: control.low, max: control.high, step: control.step, type: "range" };
  const slider = make("input", { ...facts, "aria-label": `${control.shown}, slider` });
  number.addEventListener("input", () => {
    slider.value = number.value;
    follow();
  });
  slider.addEventListener("input", () => {
    number.value = slider.value;
    follow();
  });
  const write = (cell) => {
    number.value = String(cell);
    slider.value = String(cell);
  };
  // An empty control is a missing cell.
  const read = () => (number.value === "" ? null : number.valueAsNumber);
  const enable = (on) => [number, slider].forEach((one) => (one.disabled = !on));
  write(startOf(control));
  return { element: make("div", { class: "pair" }, number, slider), read, write, enable };
}

function choiceInput(control, id, follow) {
  const choice = make("select", { id });
  control.choices.forEach(([, shown], place) => {
    choice.append(make("option", { value: place, dir: "auto" }, shown));
  });
  choice.append(make("option", { value: "other" }, control.other));
  choice.addEventListener("change", follow);
  const write = (cell) => {
    const place = control.choices.findIndex(([text]) => text === cell);
    choice.value = place < 0 ? "other" : String(place);
  };
  const read = () => (choice.value === "other" ? control.other : control.choices[Number(choice.value)][0]);
  const enable = (on) => (choice.disabled = !on);
  return { element: choice, read, write, enable };
}
