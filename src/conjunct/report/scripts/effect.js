// The effect of edits on the shown rows: error, log loss, and rows that get another class.

const LEAST = 1e-6; // Lower probabilities count as this in the log loss.

function fitOf(model, rows) {
  const heads = [];
  let [told, wrong, nats] = [0, 0, 0];
  for (let row = 0; row < rows.nShown; row++) {
    const { head, shares } = model.answer(rows.cells(row));
    const actual = rows.classOf(row);
    heads.push(head);
    if (actual < 0) continue;
    told++;
    wrong += head !== actual;
    nats -= Math.log(Math.max(shares[actual], LEAST));
  }
  return { heads, error: told ? wrong / told : null, logLoss: told ? nats / told : null };
}

// Numbers of rows that go from one class to another, the largest first.
function movesBetween(before, after) {
  const moves = new Map();
  before.forEach((was, row) => {
    const key = `${was} ${after[row]}`;
    if (was !== after[row]) moves.set(key, (moves.get(key) ?? 0) + 1);
  });
  const found = [...moves].map(([key, rows]) => [...key.split(" ").map(Number), rows]);
  return found.sort((a, b) => b[2] - a[2]);
}

// Columns: before the edits, edited with the points as they are, and refitted.
function effectNodes(fits, theories, labels) {
  const share = ({ error }) => (error === null ? "unknown" : percent(error));
  const nats = ({ logLoss }) => (logLoss === null ? "unknown" : logLoss.toFixed(3));
  const nConditions = ({ rules }) => amount(total(rules.map(({ conditions }) => conditions.length)));
  const lines = [
    ["error", ...fits.map(share)],
    ["log loss", ...fits.map(nats)],
    ["rules", ...theories.map(({ rules }) => amount(rules.length))],
    ["conditions", ...theories.map(nConditions)],
  ].map(([name, ...cells]) => {
    const numbers = cells.map((cell) => make("td", { class: "number" }, cell));
    return make("tr", {}, make("th", { scope: "row" }, name), ...numbers);
  });
  const moves = movesBetween(fits[0].heads, fits[2].heads).map(([was, now, rows]) => {
    const [from, to] = [was, now].map((one) => make("bdi", {}, labels[one]));
    return make("li", {}, from, " to ", to, `: ${count(rows, "row")}`);
  });
  return { lines, moves };
}
