// The promise of a rule on the shown rows: its expected error, and the Clopper-Pearson bound at the
// rule's share of the confidence. See the guide on promises. Approximate: not all rows are shown.

const SHARE_OF_NONE = 0.1;
const TYPICAL_ROWS = 20;

function promised(rules, at, groups, data, rows) {
  const rule = rules[at];
  if (rule.points && !rule.points.some(Boolean)) return null;
  const share = data.decision.alone ? shareInList(rules, at, groups, data, rows) : shareOf(rule.conditions, data, rows);
  if (share === null) return null;
  const against = rule.points ? !leads(rule.points, rule.head, 1) : false;
  let [n, wrong, all, allWrong] = [0, 0, 0, 0];
  for (const { held, head, rows: own } of groups) {
    const isWrong = (head === rule.head) === against;
    all += own;
    if (isWrong) allWrong += own;
    if (!(data.decision.alone ? held[0] === at : held.includes(at))) continue;
    n += own;
    if (isWrong) wrong += own;
  }
  const limit = limitOf(n, wrong, (1 - data.editing.confidence) * share);
  const { believed } = data.editing;
  return { limit, expected: believed === null ? null : Math.min(limit, expectedOf(n, wrong, allWrong / all, believed)) };
}

// The m-estimate: typical rows are added, with less weight the more rows the rule covers.
function expectedOf(n, wrong, usual, believed) {
  const root = Math.sqrt(n / TYPICAL_ROWS);
  return (root * wrong + believed * usual) / (root * n + believed);
}

// A rule of a list is about the rows that no earlier rule covers, so earlier rules that take rows from it count.
function shareInList(rules, at, groups, data, rows) {
  const taking = new Set(groups.filter(({ held }) => held.includes(at)).flatMap(({ held }) => held.filter((one) => one < at)));
  const shares = [at, ...taking].map((one) => shareOf(rules[one].conditions, data, rows));
  if (shares.includes(null)) return null;
  return shares.reduce((product, share, place) => product * share * (place ? place * data.labels.length : 1), 1)
    / ((taking.size + 1) * (taking.size + 2));
}

// The share of a body among all bodies that the columns can form; null if they cannot form it.
function shareOf(conditions, data, rows) {
  const columns = columnsOf(data);
  const facts = (rows.facts ??= data.table.rows.columns.map(columnFacts));
  const some = facts.filter(({ tests }) => tests > 0).length;
  const k = conditions.length;
  const several = data.labels.length > 2 && data.decision.how === "scored" ? 2 : 1;
  let share = (k ? (1 - SHARE_OF_NONE) / (k * (k + 1)) : SHARE_OF_NONE) / (several * data.labels.length);
  for (let at = 0; at < k; at++) {
    const [name, , value] = conditions[at];
    const own = facts[columns.findIndex((one) => one.name === name)];
    const chance = own.tests ? testShare(value, own) : 0;
    if (!chance) return null;
    share *= ((at + 1) * chance) / some;
  }
  return share;
}

// The values that occur, and the number of conditions on them.
function columnFacts({ values, levels, codes }) {
  if (!values) {
    const known = levels ?? [];
    return { values: known, tests: known.length > 1 || codes.includes(-1) ? 2 * known.length : 0 };
  }
  const known = [...new Set(values.filter((one) => one !== null))].sort((a, b) => a - b);
  return { values: known, tests: 2 * Math.max(known.length - 1, 0), numeric: true };
}

// Half of the share of a column favours coarse cuts: the middle cut, those of each half, and so on.
function testShare(value, { values, tests, numeric }) {
  if (!numeric) return value === null || values.includes(value) ? 1 / tests : 0;
  if (value === null) return 1 / tests;
  const cut = values.filter((one) => one <= value).length;
  if (cut < 1 || cut >= values.length) return 0;
  const bits = (number) => Math.floor(Math.log2(number)) + 1;
  const nLevels = bits(values.length - 1);
  const level = nLevels - bits(cut & -cut);
  return 0.5 / tests + 0.5 / (2 * nLevels * 2 ** level);
}

// The error rate at which at most `wrong` of n rows are wrong with probability `level`.
function limitOf(n, wrong, level) {
  if (wrong >= n - 1 || level < 1e-280) return 1;
  const logs = [0];
  for (let one = 1; one <= wrong; one++) logs.push(logs[one - 1] + Math.log((n - one + 1) / one));
  const below = (chance) => {
    const terms = logs.map((ways, one) => ways + one * Math.log(chance) + (n - one) * Math.log1p(-chance));
    const top = Math.max(...terms);
    return top + Math.log(total(terms.map((one) => Math.exp(one - top)))) < Math.log(level);
  };
  let [low, high] = [wrong / n, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (below(middle)) high = middle;
    else low = middle;
  }
  return high;
}
