// The answer for a row: class, probabilities, the rules that hold and their sum.

const MOST_CLASSES = 8;

function showAnswer(place, answer, data) {
  const label = data.labels[answer.head];
  const [headline, classes, rules, reasons] = place.querySelectorAll("[data-part]");
  headline.replaceChildren(make("bdi", {}, label), ` ${percent(answer.shares[answer.head])}`);
  classes.replaceChildren(...classLines(answer, data));
  rules.replaceChildren(...ruleLines(answer, data));
  reasons.replaceChildren(...reasonNodes(answer, data));
}

// Reason codes: the positions of the rules that contribute most, and whether they hold.
function reasonsOf(answer, { reasons }) {
  if (!reasons) return answer.rules.map((rule) => [rule, true]);
  const holds = new Set(answer.rules);
  const possible = reasons.by_class[answer.head];
  return possible.filter(([rule, mustHold]) => holds.has(rule) === mustHold).slice(0, reasons.most);
}

function reasonNodes(answer, data) {
  const found = reasonsOf(answer, data.decision);
  if (!found.length) return [make("p", {}, "None.")];
  const lines = found.map(([rule, holds]) =>
    make("li", {}, make("strong", {}, `R${rule + 1}`), holds ? " " : " not: ", bodyOf(data.rules[rule])),
  );
  return [make("ul", {}, ...lines)];
}

function bySums(answer) {
  const weigh = (one) => (one === answer.head ? Infinity : answer.shares[one]);
  return answer.shares.map((_, one) => one).sort((a, b) => weigh(b) - weigh(a) || a - b);
}

function classLines(answer, data) {
  return bySums(answer).slice(0, MOST_CLASSES).map((one) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, make("bdi", {}, data.labels[one])),
      make("td", { class: "number" }, percent(answer.shares[one])),
      make("td", {}, make("progress", { max: 1, value: answer.shares[one], "aria-hidden": "true" })),
    ),
  );
}

// The rules that hold; those that support the class most come first.
function ruleLines(answer, data) {
  const { decision } = data;
  const shown = decision.how === "scored" ? pointColumns(answer, data) : countColumns(answer, data);
  const heads = ["#", "rule that holds", ...shown.names].map((name, at) =>
    make("th", { scope: "col", class: at > 1 ? "number" : null }, make("bdi", {}, name)),
  );
  const lines = shown.rules.map((rule) =>
    line(String(rule + 1), bodyOf(data.rules[rule]), shown.cells(rule)),
  );
  if (!lines.length) lines.push(line("", "No rule holds.", shown.names.map(() => "")));
  const table = [make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...lines)];
  const foot = shown.foot.map(([name, cells]) => line("", name, cells));
  return foot.length ? [...table, make("tfoot", {}, ...foot)] : table;
}

function line(number, text, cells) {
  const rest = cells.map((cell) => make("td", { class: "number" }, cell));
  return make("tr", {}, make("td", {}, number), make("th", { scope: "row" }, text), ...rest);
}

function pointColumns(answer, data) {
  const { decision } = data;
  const { decimals } = decision;
  const two = decision.scored.length === 1;
  const shown = two ? decision.scored : bySums(answer).slice(0, 2);
  const speaks = (rule) => {
    const given = decision.added[rule].map(Number);
    const [first, second] = bySums(answer);
    return given[first] - (second === undefined ? 0 : given[second]);
  };
  const rules = answer.rules.slice().sort((a, b) => speaks(b) - speaks(a) || a - b);
  const written = (each, plus) => shown.map((one) => points(each[one], decimals, plus));
  const cells = (rule) => [...written(decision.added[rule], "+"), speaks(rule) >= 0 ? "for" : "against"];
  if (!two) {
    const foot = [
      ["every row starts with", [...written(decision.base, "+"), ""]],
      ["sum", [...written(answer.sums), ""]],
    ];
    return { names: [...shown.map((one) => data.labels[one]), "effect"], rules, cells, foot };
  }
  const [ours] = shown;
  const score = BigInt(answer.sums[ours]) - BigInt(decision.base[ours]);
  const cut = points(decision.cut, decimals);
  const said = `score; ${cut} or more predicts ${data.labels[ours]}`;
  return { names: ["points", "effect"], rules, cells, foot: [[said, [points(score, decimals), ""]]] };
}

function countColumns(answer, data) {
  const shown = data.decision.how === "counted" ? bySums(answer).slice(0, 3) : [];
  const names = shown.map((one) => `rows of ${data.labels[one]}`);
  const counts = (each) => shown.map((one) => amount(each[one]));
  const foot = answer.sums ? [["sum", counts(answer.sums)]] : [];
  const then = shown.length ? [] : ["then"];
  const cells = (rule) => (shown.length ? counts(data.rules[rule].counts) : [data.rules[rule].then]);
  return { names: [...names, ...then], rules: answer.rules, cells, foot };
}
