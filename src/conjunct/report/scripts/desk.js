// A stack of edits, each with the theory that it gives. The last ones can be undone and redone.

function deskOf(data, rows, model) {
  const start = theoryOf(data);
  const [done, undone] = [[], []];
  const now = () => (done.length ? done.at(-1).theory : start);
  const modelNow = () => modelOf(decisionOf(now(), data, rows), data.labels.length);
  const fit = () => fitOf(modelNow(), rows);
  const refit = () => refitOf(now(), data, rows);
  const file = () => JSON.stringify({ ...data.editing.file, edits: done.map(({ entry }) => entry) }, null, 2);
  const [columns, before] = [columnsOf(data), fitOf(model, rows)];
  return { data, rows, columns, start, done, undone, before, now, modelNow, fit, refit, file };
}

// All actions of the editor. `attempt` gets a function that makes an edit, and the next rule.
function editorOf({ data, done, undone, now }, attempt) {
  const take = (edit, open = -1) =>
    attempt((reason) => {
      const { entry, theory } = edit(now());
      done.push({ entry: reason ? { ...entry, reason } : entry, theory });
      undone.length = 0;
      return `Edit ${done.length} ${entryText(done.at(-1).entry)}`;
    }, open);
  return {
    add: (text, at) => take((theory) => addition(theory, readRule(text), at, data)),
    replace: (at, rule) => take((theory) => replacement(theory, at, rule, data), at),
    merge: (at, condition, other) => take((theory) => merging(theory, at, condition, other, data), at),
    drop: (at) => take((theory) => dropping(theory, at, data)),
    lock: (at, on) => take((theory) => locking(theory, at, on), at),
    fixSign: (at, sign) => take((theory) => signing(theory, at, sign, data), at),
    forbidRule: (at) => take((theory) => barring(theory, at, data)),
    forbid: (attribute) => take((theory) => forbidding(theory, attribute, data)),
  };
}

function dropping(theory, at, data) {
  return { entry: { op: "drop", rule: referenceTo(theory, at) }, theory: dropped(theory, at, data) };
}

function locking(theory, at, on) {
  const entry = { op: on ? "lock" : "unlock", rule: referenceTo(theory, at) };
  return { entry, theory: locked(theory, at, on) };
}

function signing(theory, at, sign, data) {
  const entry = { op: "sign", rule: referenceTo(theory, at), sign: sign < 0 ? "-" : "+" };
  return { entry, theory: signFixed(theory, at, sign, data) };
}

function barring(theory, at, data) {
  const entry = { op: "forbid", rule: `if ${bodyText(theory.rules[at].conditions)}` };
  return { entry, theory: withoutRule(theory, at, data) };
}

function forbidding(theory, attribute, data) {
  return { entry: { op: "forbid", attribute }, theory: forbidden(theory, attribute, data) };
}

function addition(theory, rule, at, data) {
  const entry = { op: "add", with: writtenText(rule), ...(at === null ? {} : { at: at + 1 }) };
  return { entry, theory: addedAt(theory, at ?? theory.rules.length, rule, data) };
}

// Points alone, of one class, have an entry of their own; what is not written stays free.
function replacement(theory, at, rule, data) {
  const same = sameBody(theory.rules[at].conditions, rule.conditions);
  if (same && rule.label === null && !rule.given.length) throw new Refusal("Nothing was changed.");
  const only = same && rule.given.length === 1 ? rule.given[0][0] : 0;
  const which = { rule: referenceTo(theory, at) };
  const entry = only
    ? { op: "points", ...which, points: only }
    : { op: "replace", ...which, with: writtenText(rule) };
  return { entry, theory: replaced(theory, at, rule, data) };
}

// A rule for another category is one more rule; one against it, one more condition.
function merging(theory, at, [name, op, value], other, data) {
  const { conditions, points, head } = theory.rules[at];
  const more = [name, op, other];
  const joined = { conditions: [...conditions, more], label: null, given: [] };
  if (op === "!=") return replacement(theory, at, joined, data);
  const { classes } = data.editing;
  const body = conditions.map((one) => (sameBody([one], [[name, op, value]]) ? more : one));
  const given = (points ?? []).flatMap((one, place) => (one ? [[one, classes[place]]] : []));
  const rule = { conditions: body, label: points ? null : classes[head], given };
  return addition(theory, rule, data.decision.how === "first" ? at + 1 : null, data);
}

// A rule is named by its conditions, which outlive its number, unless another rule has the same.
function referenceTo({ rules }, at) {
  const twins = rules.filter(({ conditions }) => sameBody(conditions, rules[at].conditions));
  return twins.length > 1 ? at + 1 : `if ${bodyText(rules[at].conditions)}`;
}
