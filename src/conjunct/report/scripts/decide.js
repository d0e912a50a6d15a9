// What a model says about a row: its class, the probability of every class, and why.
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

function walkedModel(decision, { tests }) {
  const decided = (row) => {
    let node = decision.nodes[0];
    while (typeof node !== "number") {
      const [branches, usual] = node;
      const taken = branches.find(
        ([test, unless]) => tests[test](row) && !unless.some((one) => tests[one](row)),
      );
      node = decision.nodes[taken ? taken[2] : usual];
    }
    return node;
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
