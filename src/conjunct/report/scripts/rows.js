// The rows of the table: their cells and predictions, in a table with pages.

const PAGE = 25;

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

// The columns of the table, each with the text to show and the key to sort by.
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
    ...data.controls.map((control, at) => ({
      name: control.shown,
      show: (row) => cellText(rows.cells(row)[at]),
      sort: (row) => rows.cells(row)[at],
      number: control.kind === "numeric",
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
  const isWrong = (row) => rows.classOf(row) >= 0 && rows.classOf(row) !== rows.answer(row).head;
  const every = Array.from({ length: rows.nShown }, (_, row) => row);
  const state = { page: 0, column: 0, falling: false, order: every };
  const which = place.querySelector("select");
  const heads = columns.map((column, at) => rowHead(column, () => sortBy(at)));
  const show = () => showPage(place, state, (row) => rowLine(columns, row, tryRow, isWrong(row)));

  const sortAgain = () => {
    const chosen = which.value === "wrong" ? every.filter(isWrong) : every;
    state.order = inOrder(chosen, columns[state.column], state.falling);
    state.page = 0;
    heads.forEach((head) => head.removeAttribute("aria-sort"));
    heads[state.column].setAttribute("aria-sort", state.falling ? "descending" : "ascending");
    show();
  };
  const sortBy = (at) => {
    state.falling = state.column === at && !state.falling;
    state.column = at;
    sortAgain();
  };
  place.querySelector("thead").replaceChildren(make("tr", {}, ...heads));
  which.addEventListener("change", sortAgain);
  for (const button of place.querySelectorAll("button[data-step]")) {
    button.addEventListener("click", () => {
      state.page += Number(button.dataset.step);
      show();
    });
  }
  sortAgain();
}

function rowHead(column, sort) {
  const button = make("button", { type: "button", class: "plain", onclick: sort });
  button.append(make("bdi", {}, column.name));
  return make("th", { scope: "col", class: column.number ? "number" : null }, button);
}

function showPage(place, { page, order }, lineOf) {
  const start = page * PAGE;
  const shown = order.slice(start, start + PAGE);
  const [before, after] = place.querySelectorAll("button[data-step]");
  place.querySelector("tbody").replaceChildren(...shown.map(lineOf));
  place.querySelector("[role=status]").textContent = order.length
    ? `${amount(start + 1)} to ${amount(start + shown.length)} of ${count(order.length, "row")}`
    : "No such rows.";
  before.disabled = !page;
  after.disabled = start + PAGE >= order.length;
}
