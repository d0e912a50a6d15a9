// The decision of a model about a row: its class, the probability of every class, and why.
// Points are added in whole numbers of their last decimal place, so sums are exact.

function modelOf(decision, nClasses) {
  const tests = testsOf(decision);
  const holds = (row, body) => body.every((test) => tests[test](row));
  const held = (row) => decision.bodies.flatMap((body, rule) => (holds(row, body) ? [rule] : []));
  const said = HOW[decision.how](decision, { tests, holds, held, nClasses });
  return { holds: (row, rule) => holds(row, decision.bodies[rule]), ...said };
}

const HOW = { first: firstModel, walked: walkedModel, counted: countedModel, scored: scoredModel };

function firstModel(decision, { holds }) {
  const last = decision.bodies.length;
  const decided = (row) => {
    const rule = decision.bodies.findIndex((body) => holds(row, body));
    return rule < 0 ? last : rule;
  };
  const said = byOutcome(decision, decided, (place) => (place === last ? [] : [place]));
  // Where a row counts for the rule that decides alone, other rules do not hold for it.
  return decision.alone ? { ...said, holds: (row, rule) => decided(row) === rule } : said;
}

// Nodes stand level by level: those that the branches of a split lead to follow those of others.
function walkedModel({ nodes, ...decision }, { tests }) {
  let next = 1;
  const first = nodes.map((node) => {
    const place = next;
    if (typeof node !== "number") next += node.length + 1;
    return place;
  });
  const decided = (row) => {
    let at = 0;
    while (typeof nodes[at] !== "number") {
      const taken = nodes[at].findIndex(
        ([test, ...unless]) => tests[test](row) && !unless.some((one) => tests[one](row)),
      );
      at = first[at] + (taken < 0 ? nodes[at].length : taken);
    }
    return nodes[at];
  };
  const said = byOutcome(decision, decided, (place) => [place]);
  return { ...said, holds: (row, rule) => decided(row) === rule };
}

function byOutcome(decision, decided, rulesOf) {
  return {
    classOf: (row) => decision.outcomes[decided(row)][0],
    answer: (row) => {
      const place = decided(row);
      const [head, shares] = decision.outcomes[place];
      return { head, shares, rules: rulesOf(place) };
    },
  };
}

function largest(sums, order) {
  return order.reduce((best, one) => (sums[one] > sums[best] ? one : best));
}

// Where classes are level with the head, it is lifted above them, and all are scaled to sum to 1.
function withHeadFirst(shares, head, lift) {
  const level = shares.map((share) => share >= shares[head]);
  const ties = shares.filter((_, place) => level[place]);
  if (ties.length < 2) return shares;
  const mean = total(ties) / ties.length;
  const lifted = shares.map((share, place) => (level[place] ? mean : share));
  lifted[head] = mean + lift;
  const sum = total(lifted);
  return lifted.map((share) => share / sum);
}

function total(numbers) {
  return numbers.reduce((sum, one) => sum + one, 0);
}

function countedModel(decision, { held, nClasses }) {
  const sumsOf = (rules) => {
    const sums = new Array(nClasses).fill(0);
    for (const rule of rules) decision.added[rule].forEach((rows, at) => (sums[at] += rows));
    return sums;
  };
  const headOf = (rules) =>
    rules.length ? largest(sumsOf(rules), decision.order) : decision.otherwise[0];
  return {
    classOf: (row) => headOf(held(row)),
    answer: (row) => {
      const rules = held(row);
      if (!rules.length) return { head: decision.otherwise[0], shares: decision.otherwise[1], rules };
      const sums = sumsOf(rules);
      const head = largest(sums, decision.order);
      const all = total(sums) + nClasses;
      const shares = sums.map((rows) => (rows + 1) / all);
      return { head, shares: withHeadFirst(shares, head, decision.lift), rules, sums };
    },
  };
}

function scoredModel(decision, { held }) {
  const whole = decision.large ? BigInt : Number;
  const base = decision.base.map(whole);
  const added = decision.added.map((each) => each.map(whole));
  const asNumber = (sum) => Number(`${sum}e-${decision.decimals}`);
  const sumsOf = (rules) => {
    const sums = base.slice();
    for (const rule of rules) added[rule].forEach((one, at) => (sums[at] += one));
    return sums;
  };
  const headOf = (sums) => {
    if (decision.threshold === null) return largest(sums, decision.order);
    const [ours] = decision.scored;
    return asNumber(sums[ours]) >= decision.threshold ? ours : 1 - ours;
  };
  return {
    classOf: (row) => headOf(sumsOf(held(row))),
    answer: (row) => {
      const rules = held(row);
      const sums = sumsOf(rules);
      const best = largest(sums, decision.order);
      const weights = sums.map((one) => Math.exp(asNumber(one - sums[best]) / decision.unit));
      const all = total(weights);
      const shares = withHeadFirst(weights.map((one) => one / all), best, decision.lift);
      return { head: headOf(sums), shares, rules, sums: sums.map(String) };
    },
  };
}

function smoothed(counts, head, lift) {
  const all = total(counts) + counts.length;
  return withHeadFirst(counts.map((rows) => (rows + 1) / all), head, lift);
}

// Rules stand in the page field by field, and conditions once; probabilities follow from counts.
function withWhatFollows(data) {
  const { outcomes, lift } = data.decision;
  const fields = Object.entries(data.rules);
  const rule = (at) => Object.fromEntries(fields.map(([name, each]) => [name, each[at]]));
  let body = [];
  data.rules = data.rules.body.map(([shared, ...others], at) => {
    body = [...body.slice(0, shared), ...others.map((place) => data.conditions[place])];
    return { ...rule(at), body };
  });
  outcomes?.forEach((outcome, at) => (outcome[1] ??= smoothed(data.rules[at].counts, outcome[0], lift)));
  return data;
}
