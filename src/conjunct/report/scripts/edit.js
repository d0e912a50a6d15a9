// The editor: rules with their forms, the effect of the edits, and the list of edits.

function startEditing(place, data, rows, model) {
  const part = (name) => place.querySelector(`[data-edit=${name}]`);
  const desk = deskOf(data, rows, model);
  const say = (text) => (part("message").textContent = text);
  const focus = (at) => {
    const rule = part("rules").children[at]?.querySelector("summary");
    (rule ?? part("message")).focus({ preventScroll: true });
  };
  const editor = editorOf(desk, (act, open) => {
    const reason = part("reason").value.trim();
    const said = whatIsSaid(() => act(reason));
    say(said.text);
    if (!said.done) return false;
    part("reason").value = "";
    showDesk(part, desk, editor);
    focus(open);
    return true;
  });

  place.querySelector("form[data-edit=add]").addEventListener("submit", (event) => {
    event.preventDefault();
    const [text, number] = event.target.querySelectorAll("input");
    const at = number?.value ? number.valueAsNumber - 1 : null;
    if (editor.add(text.value, at)) event.target.reset();
  });
  part("forbid").addEventListener("click", () => {
    editor.forbid(desk.columns[Number(part("attribute").value)].name);
  });
  const step = (word, from, to) => {
    to.push(from.pop());
    say(`${word}: ${entryText(to.at(-1).entry)}`);
    showDesk(part, desk, editor);
    focus(-1);
  };
  part("undo").addEventListener("click", () => step("Undone", desk.done, desk.undone));
  part("redo").addEventListener("click", () => step("Redone", desk.undone, desk.done));
  part("download").addEventListener("click", () => download("edits.json", `${desk.file()}\n`));
  showDesk(part, desk, editor);
  const { file, fit, refit, modelNow } = desk;
  return { file, fit, refit, answer: (row) => modelNow().answer(row), drop: editor.drop, readRule, bodyText };
}

// Carries out an action, or returns the message of its refusal.
function whatIsSaid(act) {
  try {
    return { done: true, text: act() };
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return { done: false, text: fault.message };
  }
}

function showDesk(part, desk, editor) {
  const { data, rows, columns, start, done, undone, before } = desk;
  const theory = desk.now();
  const choices = (name) => categoriesOf(columns.findIndex((one) => one.name === name), data);
  const after = done.length ? desk.fit() : before;
  const refitted = done.length ? desk.refit() : null;
  const context = { theory, refitted, data, choices, editor };
  part("rules").replaceChildren(...theory.rules.map((rule, at) => ruleEditor(rule, at, context)));
  part("list").replaceChildren(...done.map(({ entry }) => make("li", {}, entryText(entry))));
  for (const name of ["undo", "download"]) part(name).disabled = !done.length;
  part("redo").disabled = !undone.length;
  const fits = [before, after, refitted?.fit ?? before];
  const theories = [start, theory, refitted?.theory ?? start];
  const { lines, moves } = effectNodes(fits, theories, data.labels);
  part("effect").replaceChildren(...lines);
  part("moves").replaceChildren(...moves);
  const nChanged = fits[2].heads.filter((head, row) => head !== before.heads[row]).length;
  const changed = `${amount(nChanged)} of ${count(rows.nShown, "shown row")}`;
  part("changed").textContent = `${changed} would get another class after a refit.`;
  showColumns(part("attribute"), columns, [...theory.forbidden, ...data.editing.unlearned]);
}

const SAID = {
  drop: "dropped", replace: "replaced", points: "replaced", add: "added",
  lock: "locked", unlock: "unlocked", sign: "sign fixed", forbid: "forbidden",
};

function entryText({ op, rule, with: text, points: given, sign, attribute, reason }) {
  const about = attribute === undefined ? rule : nameText(attribute);
  const now = text ?? sign?.replace("-", "−") ?? (given === undefined ? null : `${pointsText(given)} points`);
  const parts = [typeof about === "number" ? `rule ${about}` : about, about && now ? `now: ${now}` : now];
  return `${SAID[op]}: ${parts.filter(Boolean).join(", ")}${reason ? ` (${reason})` : ""}`;
}

function categoriesOf(at, { controls, table }) {
  const offered = controls[at]?.choices?.map(([text]) => text) ?? [];
  return [...new Set([...offered, ...(table.rows.columns[at].levels ?? [])])].slice(0, 200);
}

function showColumns(select, columns, out) {
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
