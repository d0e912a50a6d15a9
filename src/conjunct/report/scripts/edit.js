// Editing: a stack of edits, each with the theory that it gives. The last one can be undone.

function startEditing(place, data, rows, model) {
  const part = (name) => place.querySelector(`[data-edit=${name}]`);
  const columns = columnsOf(data);
  const start = theoryOf(data);
  const done = [];
  const before = fitOf(model, rows);
  const now = () => (done.length ? done.at(-1).theory : start);
  const modelNow = () => modelOf(decisionOf(now(), data, rows), data.labels.length);
  const say = (text) => (part("message").textContent = text);

  const refused = (fault) => {
    if (!(fault instanceof Refusal)) throw fault;
    say(fault.message);
    return false;
  };
  const choices = (name) => categoriesOf(columns.findIndex((one) => one.name === name), data);
  const show = () => {
    const context = { theory: now(), data, choices, editor };
    part("rules").replaceChildren(...now().rules.map((rule, at) => ruleEditor(rule, at, context)));
    part("list").replaceChildren(...done.map(({ entry }) => make("li", {}, entryText(entry))));
    for (const name of ["undo", "download"]) part(name).disabled = !done.length;
    const after = done.length ? fitOf(modelNow(), rows) : before;
    const { lines, moves } = effectNodes(before, after, [start, now()], data.labels);
    part("effect").replaceChildren(...lines);
    part("moves").replaceChildren(...moves);
    const nChanged = after.heads.filter((head, row) => head !== before.heads[row]).length;
    part("changed").textContent = `${count(nChanged, "row")} of ${amount(rows.nShown)} shown would get another class.`;
    showForbidden(part("attribute"), columns, now().forbidden);
  };
  const focus = (at) => (part("rules").children[at]?.querySelector("summary") ?? part("message")).focus({ preventScroll: true });

  // Takes an entry of the file of edits, and how it changes the theory.
  const take = (entry, change, open) => {
    try {
      const reason = part("reason").value.trim();
      const theory = change(now());
      done.push({ entry: reason ? { ...entry, reason } : entry, theory });
      part("reason").value = "";
      say(`Edit ${done.length} ${entryText(done.at(-1).entry)}`);
      show();
      focus(open);
      return true;
    } catch (fault) {
      return refused(fault);
    }
  };
  const which = (at) => ({ rule: referenceTo(now(), at) });
  const written = (conditions, then) => ({ conditions, label: null, given: [], ...then });
  const textOf = ({ conditions, label, given }) => {
    const points = given.map(([one, name]) => `${pointsText(one)} for ${nameText(name)}`).join(", ");
    const then = label === null ? points : nameText(label);
    return `if ${bodyText(conditions)}${then ? ` then ${then}` : ""}`;
  };
  const editor = {
    drop: (at) => take({ op: "drop", ...which(at) }, (theory) => dropped(theory, at, data)),
    lock: (at, on) => take({ op: on ? "lock" : "unlock", ...which(at) }, (theory) => locked(theory, at, on), at),
    forbid: (attribute) => take({ op: "forbid", attribute }, (theory) => forbidden(theory, attribute, data)),
    replace: (at, conditions, then) => {
      const old = now().rules[at];
      const same = sameBody(old.conditions, conditions);
      if (same && !then) return say("Nothing was changed.");
      const rule = written(conditions, then);
      const only = same && then.given?.length === 1 && then.given[0][0];
      const entry = only ? { op: "points", ...which(at), points: only } : { op: "replace", ...which(at), with: textOf(rule) };
      return take(entry, (theory) => replaced(theory, at, rule, data), at);
    },
    add: (rule, at = null) => {
      const entry = { op: "add", with: textOf(rule), ...(at === null ? {} : { at: at + 1 }) };
      return take(entry, (theory) => addedAt(theory, at ?? theory.rules.length, rule, data));
    },
    // A rule for another category is one more rule; one against it, one more condition.
    merge: (at, condition, other) => {
      const { conditions, points, head } = now().rules[at];
      const [name, op] = condition;
      if (op === "!=") return editor.replace(at, [...conditions, [name, op, other]], null);
      const body = conditions.map((one) => (sameBody([one], [condition]) ? [name, op, other] : one));
      const { classes } = data.editing;
      if (!points) return editor.add(written(body, { label: classes[head] }), data.decision.how === "first" ? at + 1 : null);
      const given = points.flatMap((one, place) => (one ? [[one, classes[place]]] : []));
      return editor.add(written(body, { given }));
    },
  };

  place.querySelector("form[data-edit=add]").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = event.target.querySelector("input[type=text]");
    const number = event.target.querySelector("input[type=number]")?.valueAsNumber;
    try {
      if (editor.add(readRule(text.value), number ? number - 1 : null)) event.target.reset();
    } catch (fault) {
      refused(fault);
    }
  });
  part("forbid").addEventListener("click", () => editor.forbid(columns[Number(part("attribute").value)].name));
  part("undo").addEventListener("click", () => {
    say(`Undone: edit ${done.length}, ${entryText(done.pop().entry)}`);
    show();
    focus(-1);
  });
  const file = () => JSON.stringify({ ...data.editing.file, edits: done.map(({ entry }) => entry) }, null, 2);
  part("download").addEventListener("click", () => download("edits.json", `${file()}\n`));
  show();
  const fit = () => fitOf(modelNow(), rows);
  return { file, fit, answer: (row) => modelNow().answer(row), drop: editor.drop, readRule, bodyText };
}

// A rule is named by its conditions, which outlive its number, unless another rule has the same.
function referenceTo({ rules }, at) {
  const twins = rules.filter(({ conditions }) => sameBody(conditions, rules[at].conditions));
  return twins.length > 1 ? at + 1 : `if ${bodyText(rules[at].conditions)}`;
}

const SAID = {
  drop: "dropped", replace: "replaced", points: "replaced", add: "added",
  lock: "locked", unlock: "unlocked", forbid: "forbidden",
};

function entryText({ op, rule, with: text, points: given, attribute, reason }) {
  const about = attribute === undefined ? rule : nameText(attribute);
  const now = text ?? (given === undefined ? null : `${pointsText(given)} points`);
  const parts = [typeof about === "number" ? `rule ${about}` : about, about && now ? `now: ${now}` : now];
  return `${SAID[op]}: ${parts.filter(Boolean).join(", ")}${reason ? ` (${reason})` : ""}`;
}

function categoriesOf(at, { controls, table }) {
  const offered = controls[at]?.choices?.map(([text]) => text) ?? [];
  return [...new Set([...offered, ...(table.rows.columns[at].levels ?? [])])].slice(0, 200);
}

function showForbidden(select, columns, out) {
  const options = columns.flatMap(({ name }, at) =>
    out.includes(name) ? [] : [make("option", { value: at, dir: "auto" }, nameText(name))],
  );
  select.replaceChildren(...options);
}

function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
