// The rows of the table: cells, predictions, a table with pages, and the rows of each rule.

const PAGE = 25;
const FIRST = 20;

function rowsOf(table, model) {
  const { columns, classes, n_shown: nShown } = table.rows;
  const readers = columns.map(({ values, codes, levels }) =>
    values ? (row) => values[row] : (row) => (codes[row] < 0 ? null : levels[codes[row]]),
  );
  const cells = (row) => readers.map((read) => read(row));
  const answers = [];
  const answer = (row) => (answers[row] ??= model.answer(cells(row)));
  return { nShown, cells, answer, classOf: (row) => (classes ? classes[row] : -1) };
}

// The columns of the table, each with what it shows and what it is sorted by.
function rowColumns(data, rows) {
  const label = (place) => (place < 0 ? "–" : data.labels[place]);
  const known = data.table.rows.classes !== null;
  return [
    { name: "row", sort: (row) => row },
    ...(known ? [{ name: "class", show: (row) => label(rows.classOf(row)) }] : []),
    { name: "predicted", show: (row) => label(rows.answer(row).head) },
    {
      name: "probability",
      show: (row) => percent(rows.answer(row).shares[rows.answer(row).head]),
      sort: (row) => rows.answer(row).shares[rows.answer(row).head],
      number: true,
    },
    ...data.form.map((field, at) => ({
      name: field.shown,
      show: (row) => cellText(rows.cells(row)[at]),
      sort: (row) => rows.cells(row)[at],
      number: field.kind === "numeric",
    })),
  ];
}

// Missing cells come last, and equal ones stay in the order of the rows.
function inOrder(chosen, column, falling) {
  const key = column.sort ?? column.show;
  const keys = new Map(chosen.map((row) => [row, key(row)]));
  const compare = (one, other) =>
    typeof one === "number" ? one - other : one.localeCompare(other, "en");
  return chosen.slice().sort((one, other) => {
    const [a, b] = [keys.get(one), keys.get(other)];
    if (a === null || b === null) return (a === null) - (b === null) || one - other;
    return (falling ? -1 : 1) * compare(a, b) || one - other;
  });
}

function rowLine(columns, row, tryRow, isWrong) {
  const first = make("button", { type: "button", class: "plain", onclick: () => tryRow(row) });
  first.append(amount(row + 1));
  first.setAttribute("aria-label", `Try row ${row + 1}`);
  const cells = columns.slice(1).map((column) =>
    make("td", { class: column.number ? "number" : null }, make("bdi", {}, column.show(row))),
  );
  return make("tr", { class: isWrong ? "wrong" : null }, make("th", { scope: "row" }, first), ...cells);
}

function startRows(place, data, rows, tryRow) {
  const columns = rowColumns(data, rows);
  const state = { page: 0, column: 0, falling: false, which: "all" };
  const isWrong = (row) => rows.classOf(row) >= 0 && rows.classOf(row) !== rows.answer(row).head;
  const which = place.querySelector("select");
  const body = place.querySelector("tbody");
  const told = place.querySelector("[role=status]");
  const [before, after] = place.querySelectorAll("button[data-step]");
  const every = Array.from({ length: rows.nShown }, (_, row) => row);
  let order = every;

  const sortAgain = () => {
    const chosen = state.which === "wrong" ? every.filter(isWrong) : every;
    order = inOrder(chosen, columns[state.column], state.falling);
    state.page = 0;
  };
  const show = () => {
    const start = state.page * PAGE;
    const shown = order.slice(start, start + PAGE);
    body.replaceChildren(...shown.map((row) => rowLine(columns, row, tryRow, isWrong(row))));
    told.textContent = order.length
      ? `${amount(start + 1)} to ${amount(start + shown.length)} of ${count(order.length, "row")}`
      : "No such rows.";
    before.disabled = !state.page;
    after.disabled = start + PAGE >= order.length;
    heads.forEach((head, at) => {
      const way = state.falling ? "descending" : "ascending";
      if (at === state.column) head.setAttribute("aria-sort", way);
      else head.removeAttribute("aria-sort");
    });
  };
  const sortBy = (at) => {
    state.falling = state.column === at && !state.falling;
    state.column = at;
    sortAgain();
    show();
  };
  const heads = columns.map((column, at) => {
    const button = make("button", { type: "button", class: "plain", onclick: () => sortBy(at) });
    button.append(make("bdi", {}, column.name));
    return make("th", { scope: "col", class: column.number ? "number" : null }, button);
  });
  place.querySelector("thead").replaceChildren(make("tr", {}, ...heads));
  which.addEventListener("change", () => {
    state.which = which.value;
    sortAgain();
    show();
  });
  for (const button of [before, after]) {
    button.addEventListener("click", () => {
      state.page += Number(button.dataset.step);
      show();
    });
  }
  show();
}

// The first rows that satisfy a rule and those that contradict it, when its details are opened.
function startRuleRows(details, data, rows, model, tryRow) {
  const place = Number(details.dataset.rule);
  const fill = () => {
    const rule = data.rules[place];
    const target = details.querySelector(".rule-rows");
    if (!target || target.childElementCount) return;
    const covered = [];
    for (let row = 0; row < rows.nShown; row++) {
      if (model.held(rows.cells(row)).includes(place)) covered.push(row);
    }
    const told = covered.filter((row) => rows.classOf(row) >= 0);
    const satisfies = (row) => (rows.classOf(row) === rule.head) !== rule.against;
    const tested = new Set(rule.body.map(([name]) => name));
    const every = rowColumns(data, rows);
    const columns = every.filter(({ name }, at) => at < every.length - data.form.length || tested.has(name));
    const parts = told.length
      ? [["satisfy it", told.filter(satisfies)], ["contradict it", told.filter((row) => !satisfies(row))]]
      : [["it holds for", covered]];
    for (const [words, chosen] of parts) target.append(ruleTable(words, chosen, columns, tryRow));
  };
  details.addEventListener("toggle", () => details.open && fill());
  if (details.open) fill();
}

function ruleTable(words, chosen, columns, tryRow) {
  if (!chosen.length) return make("p", {}, `No rows that ${words}.`);
  const caption = make("caption", {}, `Rows that ${words}: ${amount(chosen.length)}`);
  if (chosen.length > FIRST) caption.append(`, the first ${FIRST}`);
  const heads = columns.map(({ name, number }) =>
    make("th", { scope: "col", class: number ? "number" : null }, make("bdi", {}, name)),
  );
  const lines = chosen.slice(0, FIRST).map((row) => rowLine(columns, row, tryRow, false));
  const table = make("table", {}, caption, make("thead", {}, make("tr", {}, ...heads)));
  table.append(make("tbody", {}, ...lines));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": words }, table);
}
