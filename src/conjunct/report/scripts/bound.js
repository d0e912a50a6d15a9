// What a rule gets wrong at most, by the shown rows: Clopper and Pearson at the rule's share of the
// confidence, see the guide about promises. Approximate: other rows may have other values.

const SHARE_OF_NONE = 0.1;

function promised(rule, at, groups, data, rows) {
  if (data.decision.alone || (rule.points && !rule.points.some(Boolean))) return null;
  const against = rule.points ? !leads(rule.points, rule.head, 1) : false;
  let [n, wrong] = [0, 0];
  for (const { held, head, rows: own } of groups) {
    if (!held.includes(at)) continue;
    n += own;
    if ((head === rule.head) === against) wrong += own;
  }
  const share = shareOf(rule.conditions, data, rows);
  return share === null ? null : limitOf(n, wrong, (1 - data.editing.confidence) * share);
}

// The share of a body among all that the columns can form; null where they cannot form it.
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

// Values that occur, and the number of conditions that they make.
function columnFacts({ values, levels, codes }) {
  if (!values) {
    const known = levels ?? [];
    return { values: known, tests: known.length > 1 || codes.includes(-1) ? 2 * known.length : 0 };
  }
  const known = [...new Set(values.filter((one) => one !== null))].sort((a, b) => a - b);
  return { values: known, tests: 2 * Math.max(known.length - 1, 0), numeric: true };
}

// Half of the share of a threshold is for coarse cuts: the middle one, those of each half, and so on.
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

// The chance at which as few rows as `wrong` of n are wrong is `level`.
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
