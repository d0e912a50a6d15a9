// Rules that can be edited, and their decisions without a refit.

function theoryOf({ decision, editing, rules }) {
  const number = (whole) => Number(`${whole}e-${decision.decimals}`);
  const scored = decision.how === "scored";
  return {
    forbidden: editing.forbidden,
    forbiddenRules: editing.forbidden_rules,
    known: new Set(decision.attributes.map(({ name }) => name)), // Columns of a kind that is known.
    threshold: decision.threshold ?? null,
    base: scored ? decision.base.map(number) : null,
    rules: editing.rules.map((rule, place) => ({
      ...rule,
      head: rules[place].head,
      counts: rules[place].counts,
      points: scored ? decision.added[place].map(number) : null,
    })),
  };
}

function columnsOf({ decision, editing }) {
  return [...decision.attributes, ...editing.others];
}

function decisionOf(theory, data, rows) {
  const { decision, editing } = data;
  const attributes = columnsOf(data);
  const places = new Map(attributes.map(({ name }, at) => [name, at]));
  const tests = [];
  const number = (condition) => tests.push(cellTest(condition, places, editing.missing)) - 1;
  const bodies = theory.rules.map(({ conditions }) => conditions.map(number));
  const shared = { ...decision, attributes, tests, bodies };
  if (decision.how === "scored") return { ...shared, ...pointsOfAll(theory) };
  const counts = countsOf(theory, shared, data, rows);
  if (decision.how === "counted") return { ...shared, added: counts };
  const outcome = ({ head }, place) => [head, smoothed(counts[place], head, decision.lift)];
  const outcomes = theory.rules.map(outcome);
  return { ...shared, outcomes: [...outcomes, decision.alone ? otherwiseOf(counts, theory, data) : decision.outcomes.at(-1)] };
}

// The decision about rows that no rule covers, from their classes; from all rows if none is left.
function otherwiseOf(counts, theory, { decision, editing }) {
  const every = theory.counts ?? editing.counts;
  const left = every.map((rows, at) => Math.max(rows - total(counts.map((own) => own[at])), 0));
  return [editing.default, smoothed(left.some(Boolean) ? left : every, editing.default, decision.lift)];
}

// A condition as a test of a cell; the test says explicitly what a missing cell does.
function cellTest([name, op, value], places, missing) {
  const at = places.get(name);
  if (value === null) return [at, op === "!=" ? "known" : missing === "value" ? "missing" : "never", null];
  if (typeof value === "number") return [at, op === "<=" ? "at most" : "above", value];
  if (op === "=") return [at, "equals", value];
  return [at, missing === "value" ? "differs or missing" : "differs", value];
}

function pointsOfAll({ base, rules, threshold }) {
  const each = [base, ...rules.map(({ points }) => points)];
  const decimals = decimalsOf(each.flat());
  const wholes = each.map((one) => one.map((number) => wholeOf(number, decimals)));
  const size = (whole) => (whole < 0n ? -whole : whole);
  const sums = base.map((_, at) => wholes.reduce((sum, one) => sum + size(one[at]), 0n));
  const [first, ...added] = wholes.map((one) => one.map(String));
  const large = sums.some((sum) => sum >= 2n ** 53n);
  return { base: first, added, decimals, threshold, large, scored: scoredOf({ base, rules }) };
}

// Classes that have points: one of two, or all.
function scoredOf({ base, rules }) {
  if (base.length !== 2) return base.map((_, at) => at);
  return base[0] || rules.some(({ points }) => points[0]) ? [0] : [1];
}

// A rule whose counts are not known is counted on the shown rows, as training rows were.
function countsOf(theory, decision, data, rows) {
  const tests = testsOf(decision);
  const counts = theory.rules.map((rule) => rule.counts ?? data.labels.map(() => 0));
  if (theory.rules.every((rule) => rule.counts)) return counts;
  for (let row = 0; row < rows.nShown; row++) {
    const [cells, head] = [rows.cells(row), rows.classOf(row)];
    if (head < 0) continue;
    for (const [place, body] of decision.bodies.entries()) {
      if (!body.every((test) => tests[test](cells))) continue;
      if (!theory.rules[place].counts) counts[place][head]++;
      if (decision.alone) break;
    }
  }
  return counts;
}
