// When the details of a rule are opened: the first rows that satisfy it and that contradict it.

const FIRST = 20;

function startRuleRows(details, data, rows, model, tryRow) {
  const place = Number(details.dataset.rule);
  const target = details.querySelector(".rule-rows");
  const fill = () => {
    if (!details.open || target.childElementCount) return;
    const columns = ruleColumns(data, rows, data.rules[place]);
    for (const [words, chosen] of rowsOfRule(data.rules[place], place, rows, model)) {
      target.append(ruleTable(words, chosen, columns, tryRow));
    }
  };
  details.addEventListener("toggle", fill);
  fill();
}

function rowsOfRule(rule, place, rows, model) {
  const covered = [];
  for (let row = 0; row < rows.nShown; row++) {
    if (model.holds(rows.cells(row), place)) covered.push(row);
  }
  const told = covered.filter((row) => rows.classOf(row) >= 0);
  if (!told.length) return [["it holds for", covered]];
  const satisfies = (row) => (rows.classOf(row) === rule.head) !== rule.against;
  return [
    ["satisfy it", told.filter(satisfies)],
    ["contradict it", told.filter((row) => !satisfies(row))],
  ];
}

// The columns about the decision, and the columns that the rule tests.
function ruleColumns(data, rows, rule) {
  const tested = new Set(rule.body.map(([name]) => name));
  const columns = rowColumns(data, rows);
  const nSaid = columns.length - data.controls.length;
  return columns.filter(({ name }, at) => at < nSaid || tested.has(name));
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
