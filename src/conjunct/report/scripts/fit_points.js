// Fits the weights of rules: minimises log loss plus a ridge by Newton steps, channel by channel.
// Two classes have one channel: the second class against the first.

const MOST_STEPS = 60;
const ENOUGH = 1e-9;

// `groups` are rows that hold the same rules and have the same class: {held, head, rows}.
// `terms` are {rule, channel, weight, free, sign}; locked ones keep their weight.
function fitWeights(terms, groups, nClasses, { ridge, baseRidge }) {
  const nChannels = nClasses === 2 ? 1 : nClasses;
  const blocks = Array.from({ length: nChannels }, (_, channel) =>
    terms.flatMap((term, at) => (term.channel === channel && term.free ? [at] : [])),
  );
  const problem = { terms, groups: withTerms(groups, terms), nChannels, blocks, ridge, baseRidge };
  let now = {
    weights: terms.map(({ weight, free }) => (free ? 0 : weight)),
    base: firstBase(groups, nClasses),
  };
  let loss = lossOf(now, problem);
  for (let step = 0; step < MOST_STEPS; step++) {
    const steps = stepsFrom(now, problem);
    let [share, next, lower] = [1, null, loss];
    do {
      next = moved(now, steps, share, problem);
      lower = lossOf(next, problem);
      share /= 2;
    } while (lower > loss && share > 1e-4);
    if (!(lower < loss)) break;
    const saved = loss - lower;
    [now, loss] = [next, lower];
    if (saved < ENOUGH * (1 + loss)) break;
  }
  return now;
}

// Log-odds of the classes; a class without rows counts as half a row.
function firstBase(groups, nClasses) {
  const seen = new Array(nClasses).fill(0);
  for (const { head, rows } of groups) seen[head] += rows;
  const some = seen.map((rows) => Math.max(rows, 0.5));
  return nClasses === 2 ? [Math.log(some[1] / some[0])] : some.map((rows) => Math.log(rows / total(some)));
}

function withTerms(groups, terms) {
  return groups.map((group) => {
    const held = new Set(group.held);
    return { ...group, terms: terms.flatMap(({ rule }, at) => (held.has(rule) ? [at] : [])) };
  });
}

function sharesOf({ terms: held }, { weights, base }, { terms, nChannels }) {
  const sums = base.slice();
  for (const at of held) sums[terms[at].channel] += weights[at];
  if (nChannels === 1) sums.unshift(0);
  const top = Math.max(...sums);
  const parts = sums.map((one) => Math.exp(one - top));
  const all = total(parts);
  return parts.map((one) => one / all);
}

function lossOf(now, problem) {
  const { groups, terms, ridge } = problem;
  const square = (numbers) => total(numbers.map((one) => one * one));
  const free = now.weights.filter((_, at) => terms[at].free);
  let loss = 0.5 * ridge * square(free);
  for (const group of groups) loss -= group.rows * Math.log(sharesOf(group, now, problem)[group.head]);
  return loss;
}

// The last place of a block is the base of its channel, whose ridge only keeps steps finite.
function stepsFrom(now, problem) {
  const { terms, groups, nChannels, blocks, ridge, baseRidge } = problem;
  const places = blocks.map((block) => new Map(block.map((term, place) => [term, place])));
  const slopes = blocks.map((block) => [...block.map((at) => -ridge * now.weights[at]), 0]);
  const curvatures = blocks.map((block) =>
    Array.from({ length: block.length + 1 }, (_, at) => {
      const line = new Array(block.length + 1).fill(0);
      line[at] = at < block.length ? ridge : baseRidge;
      return line;
    }),
  );
  for (const group of groups) {
    const shares = sharesOf(group, now, problem);
    for (let channel = 0; channel < nChannels; channel++) {
      const head = nChannels === 1 ? 1 : channel;
      const pull = group.rows * ((group.head === head) - shares[head]);
      const bend = group.rows * shares[head] * (1 - shares[head]);
      const own = group.terms.flatMap((at) => places[channel].get(at) ?? []);
      own.push(blocks[channel].length);
      for (const one of own) {
        slopes[channel][one] += pull;
        for (const other of own) curvatures[channel][one][other] += bend;
      }
    }
  }
  return blocks.map((block, channel) => heldStep(block, slopes[channel], curvatures[channel], now, terms));
}

// A weight at 0 stays there if a step would violate its fixed sign.
function heldStep(block, slopes, curvature, { weights }, terms) {
  const stays = (place) => {
    const at = block[place];
    return at !== undefined && weights[at] === 0 && terms[at].sign * slopes[place] < 0;
  };
  const going = slopes.map((_, place) => place).filter((place) => !stays(place));
  const inner = going.map((one) => going.map((other) => curvature[one][other]));
  const found = solved(inner, going.map((place) => slopes[place]));
  const step = new Array(slopes.length).fill(0);
  going.forEach((place, at) => (step[place] = Math.max(-4, Math.min(4, found[at]))));
  return step;
}

function moved({ weights, base }, steps, share, { blocks, terms }) {
  const next = { weights: weights.slice(), base: base.slice() };
  blocks.forEach((block, channel) => {
    block.forEach((at, place) => {
      const weight = weights[at] + share * steps[channel][place];
      next.weights[at] = terms[at].sign * weight < 0 ? 0 : weight;
    });
    next.base[channel] += share * steps[channel].at(-1);
  });
  return next;
}
