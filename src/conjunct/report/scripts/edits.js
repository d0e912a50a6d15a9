// Edits of a theory. Each returns a new theory, as `conjunct apply` does before it refits.

function dropped(theory, place, data) {
  const rules = theory.rules.filter((_, at) => at !== place);
  return withRules(theory, rules, place, data);
}

function replaced(theory, place, written, data) {
  checkRule(theory, written, data, place);
  const old = theory.rules[place];
  const same = sameBody(old.conditions, written.conditions);
  const rule = {
    conditions: same ? old.conditions : written.conditions,
    signLocked: old.signLocked,
    ...consequenceOf(theory, written, old, data),
    counts: same ? old.counts : null,
    promise: null,
  };
  const rules = theory.rules.map((one, at) => (at === place ? rule : one));
  return withRules(theory, rules, same ? rules.length : place, data);
}

function addedAt(theory, place, written, data) {
  const last = theory.rules.length;
  if (!(place >= 0 && place <= last)) {
    throw new Refusal(`A rule can be added as number 1 to ${last + 1}.`);
  }
  checkRule(theory, written, data);
  const rule = { ...consequenceOf(theory, written, null, data), counts: null, promise: null };
  rule.conditions = written.conditions;
  const rules = [...theory.rules.slice(0, place), rule, ...theory.rules.slice(place)];
  return withRules(theory, rules, place, data);
}

function locked(theory, place, isLocked) {
  const changed = (one) => ({ ...one, locked: isLocked, signLocked: isLocked && one.signLocked });
  return { ...theory, rules: theory.rules.map((one, at) => (at === place ? changed(one) : one)) };
}

// Points may change, but not their sign. Points of the other sign become one point of this sign.
function signFixed(theory, place, sign, data) {
  const old = theory.rules[place];
  const at = pointsAt(theory, old);
  const rule = { ...old, locked: false, signLocked: true };
  const rules = () => theory.rules.map((one, own) => (own === place ? rule : one));
  if (sign * old.points[at] > 0) return { ...theory, rules: rules() };
  rule.points = old.points.map((_, own) => (own === at ? sign : 0));
  rule.head = headOfPoints(rule.points);
  rule.promise = null;
  return withRules(theory, rules(), theory.rules.length, data);
}

// The class whose points are printed; a rule with points for several classes has no single sign.
function pointsAt(theory, { points, head }) {
  if (points.filter(Boolean).length > 1) {
    throw new Refusal("This rule gives points to several classes; lock it instead.");
  }
  return points.length === 2 ? scoredOf(theory)[0] : head;
}

function withoutRule(theory, place, data) {
  const body = theory.rules[place].conditions;
  const isGone = ({ conditions }) => sameBody(conditions, body);
  const rules = theory.rules.filter((rule) => !isGone(rule));
  const forbiddenRules = [...theory.forbiddenRules, body];
  return withRules({ ...theory, forbiddenRules }, rules, theory.rules.findIndex(isGone), data);
}

function forbidden(theory, attribute, data) {
  const uses = ({ conditions }) => conditions.some(([name]) => name === attribute);
  const first = theory.rules.findIndex(uses);
  const rules = theory.rules.filter((rule) => !uses(rule));
  const out = [...theory.forbidden, attribute];
  return withRules({ ...theory, forbidden: out }, rules, first < 0 ? rules.length : first, data);
}

// From this place on, other rules of a list may decide: their counts are no longer valid.
function withRules(theory, rules, from, { decision }) {
  const loses = (at) => decision.alone && at >= from;
  const counted = rules.map((rule, at) => (loses(at) ? { ...rule, counts: null, promise: null } : rule));
  const ordered = decision.how === "scored" ? inPrintedOrder(counted) : counted;
  return { ...theory, rules: ordered, threshold: null, known: knownBy(theory, rules) };
}

// A column that is only tested for missing cells must be known from earlier rules.
function knownBy(theory, rules) {
  const conditions = rules.flatMap((rule) => rule.conditions);
  const tells = ([name, , value]) => value !== null || theory.known.has(name);
  const known = new Set(conditions.filter(tells).map(([name]) => name));
  const lost = conditions.find(([name]) => !known.has(name));
  if (lost) {
    throw new Refusal(`It is not known whether ${nameText(lost[0])} is numeric; also test one of its values.`);
  }
  return known;
}

function inPrintedOrder(rules) {
  const keys = new Map(rules.map((rule) => [rule, placeOf(rule)]));
  const compare = (a, b) => a.reduce((found, one, at) => found || one - b[at], 0);
  return rules.slice().sort((one, other) => compare(keys.get(one), keys.get(other)));
}

function placeOf({ points, head }) {
  if (points.length === 2) {
    const only = points[0] || points[1];
    return [0, only < 0, -Math.abs(only)];
  }
  const against = !leads(points, head, 1);
  return [head, against, against ? points[head] : -points[head]];
}

function leads(points, head, sign) {
  const signed = points.map((one) => sign * one);
  const most = Math.max(...signed);
  return signed[head] === most && (points.length === 1 || most > Math.min(...signed));
}

function sameBody(one, other) {
  const texts = (conditions) => new Set(conditions.map((condition) => JSON.stringify(condition)));
  const [a, b] = [texts(one), texts(other)];
  return a.size === b.size && [...a].every((text) => b.has(text));
}

// Class or points of a written rule; what is not written stays unchanged.
function consequenceOf(theory, { label, given }, old, { editing }) {
  const head = label === null ? null : classAt(label, editing.classes);
  if (!theory.base) {
    if (given.length) throw new Refusal("These rules have no points; write: then CLASS.");
    if (head === null && !old) throw new Refusal("Say which class the rule is for: then CLASS.");
    return { points: null, head: head ?? old.head, locked: head !== null || Boolean(old?.locked) };
  }
  if (old && head === null && !given.length) return { points: old.points, head: old.head, locked: old.locked };
  const [ours, more] = scoredOf(theory);
  if (!given.length && head === null && more !== undefined) {
    throw new Refusal("Say which class the rule is for: then CLASS.");
  }
  const told = given.length ? given.map(([one, name]) => [one, classAt(name, editing.classes)]) : [[1, head ?? ours]];
  const points = pointsBy(told, editing.classes.length, ours);
  return { points, head: headOfPoints(points), locked: given.length > 0 || Boolean(old?.locked) };
}

function classAt(label, classes) {
  const found = classes.indexOf(label);
  if (found !== classes.lastIndexOf(label)) {
    throw new Refusal(`${nameText(label)} may be one of several classes.`);
  }
  if (found < 0) {
    throw new Refusal(`${nameText(label)} is not a class; the classes are ${classes.map(nameText).join(", ")}.`);
  }
  return found;
}

function pointsBy(told, nClasses, ours) {
  const points = new Array(nClasses).fill(0);
  for (const [one, at] of told) points[at] += one;
  if (nClasses === 2) {
    points[ours] -= points[1 - ours];
    points[1 - ours] = 0;
  }
  if (!points.some(Boolean)) throw new Refusal("A rule must give points other than 0.");
  if (points.length > 1 && points.every((one) => one === points[0])) {
    throw new Refusal("A rule must give some class more points than another.");
  }
  return points;
}

// The class that a rule is about: of two the more probable one, else the one that gets or loses most points.
function headOfPoints(points) {
  const sizes = points.length === 2 ? points : points.map(Math.abs);
  return sizes.indexOf(Math.max(...sizes));
}

function checkRule(theory, written, data, but = -1) {
  const columns = new Map(columnsOf(data).map(({ name, kind }) => [name, kind]));
  for (const [name, , value] of written.conditions) {
    if (!columns.has(name)) throw new Refusal(`The table has no column ${nameText(name)}.`);
    if (theory.forbidden.includes(name)) throw new Refusal(`${nameText(name)} is forbidden.`);
    const kind = typeof value === "number" ? "numeric" : "nominal";
    if (value !== null && columns.get(name) !== kind) {
      const signs = kind === "numeric" ? "= or !=" : "<= or >";
      throw new Refusal(`${nameText(name)} is ${columns.get(name)}; use ${signs}.`);
    }
  }
  if (theory.forbiddenRules.some((body) => sameBody(body, written.conditions))) {
    throw new Refusal("This rule is forbidden.");
  }
  if (!theory.base) return;
  const twin = theory.rules.findIndex((rule, at) => at !== but && sameBody(rule.conditions, written.conditions));
  if (twin < 0) return;
  const label = written.given.length ? written.given[0][1] : written.label;
  const own = data.editing.classes[theory.rules[twin].head];
  if (theory.base.length === 2 || label === null || label === own) {
    throw new Refusal(`Rule ${twin + 1} already has these conditions; change that rule.`);
  }
}
