// The form: a control for each column, and the answer that follows every change.

function startWhatIf(place, data, model) {
  const form = place.querySelector("form");
  const wanted = place.querySelector("select[data-wanted]");
  const change = place.querySelector("[data-change]");
  const take = place.querySelector("[data-take]");
  let timer = 0;
  let found = null;
  const controls = data.form.map((field, at) => controlOf(field, at, () => follow()));
  form.append(...controls.map(({ element }) => element));
  form.addEventListener("submit", (event) => event.preventDefault());
  const rowNow = () => controls.map((control) => control.read());
  const locked = () => controls.flatMap((control, at) => (control.locked() ? [at] : []));

  const showChange = () => {
    const row = rowNow();
    const to = wanted.value === "" ? null : Number(wanted.value);
    found = smallestChange(model, data.form, row, locked(), to);
    change.replaceChildren(...changeNodes(found, data, row));
    take.hidden = !found.changes || !found.changes.length;
  };
  const follow = () => {
    showAnswer(place, model.answer(rowNow()), data);
    clearTimeout(timer);
    timer = setTimeout(showChange, 120);
  };
  const setRow = (row) => {
    controls.forEach((control, at) => control.write(row[at]));
    follow();
  };
  wanted.addEventListener("change", showChange);
  take.addEventListener("click", () => {
    const row = rowNow();
    for (const { at, value } of found.changes) row[at] = value;
    setRow(row);
  });
  setRow(data.form.map(startOf));
  return { setRow, rowNow };
}

function startOf(field) {
  if (field.kind === "nominal") return field.choices.length ? field.choices[0][0] : null;
  const middle = field.low / 2 + field.high / 2;
  return Number((Math.round(middle / field.step) * field.step).toPrecision(12));
}

function controlOf(field, at, follow) {
  const id = `cell-${at}`;
  const missing = make("input", { type: "checkbox", id: `${id}-missing` });
  const lock = make("input", { type: "checkbox", id: `${id}-lock` });
  const own = field.kind === "numeric" ? numberControl(field, id, follow) : choiceControl(field, id, follow);
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
  const name = make("label", { for: id, class: "name" }, make("bdi", {}, field.shown));
  if (field.hint) name.append(make("small", {}, ` ${field.hint}`));
  const boxes = make(
    "div",
    { class: "boxes" },
    make("label", {}, missing, " missing"),
    make("label", {}, lock, " keep as it is"),
  );
  const element = make("div", { class: "field", role: "group" }, name, own.element, boxes);
  element.setAttribute("aria-label", field.shown);
  return { element, read, write, locked: () => lock.checked };
}

function numberControl(field, id, follow) {
  const number = make("input", { type: "number", id, step: "any" });
  const facts = { min: field.low, max: field.high, step: field.step, type: "range" };
  const slider = make("input", { ...facts, "aria-label": `${field.shown}, slider` });
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
  write(startOf(field));
  return { element: make("div", { class: "pair" }, number, slider), read, write, enable };
}

function choiceControl(field, id, follow) {
  const choice = make("select", { id });
  field.choices.forEach(([, shown], place) => {
    choice.append(make("option", { value: place, dir: "auto" }, shown));
  });
  choice.append(make("option", { value: "other" }, field.other));
  choice.addEventListener("change", follow);
  const write = (cell) => {
    const place = field.choices.findIndex(([text]) => text === cell);
    choice.value = place < 0 ? "other" : String(place);
  };
  const read = () => (choice.value === "other" ? field.other : field.choices[Number(choice.value)][0]);
  const enable = (on) => (choice.disabled = !on);
  return { element: choice, read, write, enable };
}
