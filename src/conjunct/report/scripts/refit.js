// Rules refitted to the shown rows, in their current order. Approximate: `conjunct apply` uses all
// rows, leaves out rules without points, and may choose another unit of points.

function refitOf(theory, data, rows) {
  const groups = groupsOf(theory, data, rows);
  const refitted = theory.base ? withPoints(theory, data, groups) : withCounts(theory, data, groups);
  const model = modelOf(decisionOf(refitted, data, rows), data.labels.length);
  const promises = refitted.rules.map((_, at) => promised(refitted.rules, at, groups, data, rows));
  return { theory: refitted, fit: fitOf(model, rows), promises };
}

// Rows of known class, grouped by class and by the rules that hold.
function groupsOf(theory, data, rows) {
  const decision = decisionOf(theory, data, rows);
  const tests = testsOf(decision);
  const groups = new Map();
  for (let row = 0; row < rows.nShown; row++) {
    const [cells, head] = [rows.cells(row), rows.classOf(row)];
    if (head < 0) continue;
    const held = decision.bodies.flatMap((body, at) => (body.every((test) => tests[test](cells)) ? [at] : []));
    const key = `${head}:${held}`;
    if (!groups.has(key)) groups.set(key, { held, head, rows: 0 });
    groups.get(key).rows++;
  }
  return [...groups.values()];
}

function withPoints(theory, data, groups) {
  const { editing, decision } = data;
  const nClasses = data.labels.length;
  const terms = theory.rules.flatMap((rule, at) => termsOf(rule, at, decision.unit));
  const { weights, base } = fitWeights(terms, groups, nClasses, editing.fitting);
  const rounded = (nats) => {
    const scale = 10 ** editing.fitting.decimals;
    return Math.round(nats * decision.unit * scale) / scale || 0;
  };
  const [ours] = scoredOf(theory);
  const spread = (channel, own) => {
    const points = new Array(nClasses).fill(0);
    if (nClasses > 2) points[channel] = own;
    else points[ours] = ours ? own : -own || 0;
    return points;
  };
  const fitted = theory.rules.map(({ locked, points }) => (locked ? points : new Array(nClasses).fill(0)));
  terms.forEach(({ rule, channel, free }, at) => {
    if (!free) return;
    const own = spread(channel, rounded(weights[at]));
    fitted[rule] = fitted[rule].map((points, place) => points + own[place]);
  });
  const rules = theory.rules.map((rule, at) => (rule.locked ? rule : { ...rule, points: fitted[at], head: headOfPoints(fitted[at]) }));
  const least = nClasses > 2 ? Math.min(...base) : 0;
  const bases = base.map((one) => rounded(one - least));
  const level = nClasses > 2 ? bases : spread(0, bases[0]);
  return { ...theory, rules, base: level, threshold: null };
}

// Weights in nats, one for each class that gets points.
function termsOf({ points, locked, signLocked }, rule, unit) {
  const term = (channel, own) => {
    const weight = own / unit;
    return { rule, channel, weight, free: !locked, sign: signLocked ? Math.sign(weight) : 0 };
  };
  if (points.length === 2) return [term(0, points[1] - points[0])];
  return points.flatMap((own, channel) => (own ? [term(channel, own)] : []));
}

// Every rule with new counts, and with the class of most of its rows unless it is locked.
function withCounts(theory, data, groups) {
  const none = () => data.labels.map(() => 0);
  const [every, counts] = [none(), theory.rules.map(none)];
  for (const { held, head, rows } of groups) {
    every[head] += rows;
    for (const at of data.decision.alone ? held.slice(0, 1) : held) counts[at][head] += rows;
  }
  const rules = theory.rules.map((rule, at) => {
    const most = counts[at].indexOf(Math.max(...counts[at]));
    const stays = rule.locked || counts[at][most] === counts[at][rule.head];
    return { ...rule, counts: counts[at], head: stays ? rule.head : most };
  });
  return { ...theory, rules, counts: every };
}
