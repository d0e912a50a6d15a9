// The form of one rule: its conditions, its class or points, and buttons for edits.

function ruleEditor(rule, place, context) {
  const summary = make("summary", {}, make("span", { class: "place" }, String(place + 1)), " ");
  summary.append(bodyOf({ body: rule.conditions.map(conditionParts) }), ...thenOf(rule, place, context));
  const details = make("details", { "data-edits": place }, summary);
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) details.append(ruleForm(rule, place, context));
  });
  return details;
}

function ruleForm(rule, place, { theory, refitted, data, choices, editor }) {
  const conditions = rule.conditions.map((condition) => conditionInputs(condition, choices, place, editor));
  const consequence = consequenceInputs(rule, theory, data);
  const form = make("form", { autocomplete: "off", "aria-label": `Rule ${place + 1}` });
  form.append(...conditions.map(({ element }) => element), consequence.element);
  const button = (text, act) => make("button", { type: "button", onclick: act }, text);
  form.append(
    make(
      "div",
      { class: "controls" },
      make("button", {}, "Change"),
      button("Delete", () => editor.drop(place)),
      button("Forbid", () => editor.forbidRule(place)),
      button(rule.locked ? "Unlock" : "Lock", () => editor.lock(place, !rule.locked)),
      ...(rule.points ? signButtons(rule, place, editor) : []),
    ),
    make("p", { class: "quiet" }, `Promise: ${promiseText(rule, place, refitted)}.`),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const kept = conditions.map(({ read }) => read()).filter(Boolean);
    editor.replace(place, { conditions: kept, label: null, given: [], ...consequence.read() });
  });
  return form;
}

// With a fixed sign, the refit chooses the points; unlocking frees both.
function signButtons(rule, place, editor) {
  if (rule.signLocked && !rule.locked) {
    return [make("button", { type: "button", onclick: () => editor.lock(place, false) }, "Free the sign")];
  }
  return [["Fix sign +", 1], ["Fix sign −", -1]].map(([text, sign]) =>
    make("button", { type: "button", onclick: () => editor.fixSign(place, sign) }, text),
  );
}

function promiseText(rule, place, refitted) {
  if (rule.promise !== null) return rule.promise;
  const promise = refitted?.promises[place] ?? null;
  if (promise === null) return "unknown until apply";
  const expected = promise.expected === null ? "" : `expected about ${percent(promise.expected)} wrong, `;
  return `${expected}at most about ${percent(promise.limit)}${expected ? "" : " wrong"}, until apply`;
}

function thenOf(rule, place, { refitted, data }) {
  const { classes } = data.editing;
  const words = make("bdi", {}, consequenceText(rule, classes));
  const then = make("span", { class: "then" }, " then ", words);
  const now = refitted ? consequenceText(refitted.theory.rules[place], classes) || "no points" : "";
  const marks = [
    rule.locked ? "locked" : rule.signLocked ? "sign fixed" : "",
    now && now !== words.textContent ? `refitted: about ${now}` : "",
    rule.promise === null ? promiseText(rule, place, refitted) : "",
  ].filter(Boolean);
  return marks.length ? [then, make("small", {}, ` (${marks.join("; ")})`)] : [then];
}

function conditionInputs(condition, choices, place, editor) {
  const [name, op, value] = condition;
  const out = make("input", { type: "checkbox" });
  const own = ownInput(condition, choices, place, editor);
  const line = make("div", { class: "condition", role: "group" });
  line.append(make("bdi", {}, nameText(name)), ...own.elements);
  line.setAttribute("aria-label", `Condition on ${nameText(name)}`);
  line.append(make("label", { class: "quiet" }, out, " leave out"));
  return { element: line, read: () => (out.checked ? null : [name, own.op(), own.read()]) };
}

function ownInput(condition, choices, place, editor) {
  const [name, , value] = condition;
  if (value === null) return fixedInput(condition);
  if (typeof value === "number") return cutInput(condition);
  return categoryInput(condition, choices(name), place, editor);
}

function fixedInput([name, op, value]) {
  const elements = [make("span", {}, conditionParts([name, op, value])[1])];
  return { elements, op: () => op, read: () => value };
}

function cutInput([name, op, value]) {
  const number = make("input", { type: "number", step: "any", value: String(value), required: true });
  number.setAttribute("aria-label", `Threshold of ${nameText(name)}`);
  return { elements: [` ${SIGNS[op]} `, number], op: () => op, read: () => number.valueAsNumber };
}

// A category can be replaced by another, or merged with another that is treated the same.
function categoryInput([name, op, value], known, place, editor) {
  const shown = nameText(name);
  const sign = make("select", { "aria-label": `Sign of ${shown}` });
  for (const one of ["=", "!="]) sign.append(make("option", { value: one }, SIGNS[one]));
  sign.value = op;
  const listed = [...new Set([value, ...known])];
  const option = (one) => make("option", { value: listed.indexOf(one), dir: "auto" }, nameText(one));
  const options = (values) => values.map(option);
  const choice = make("select", { "aria-label": `Category of ${shown}` }, ...options(listed));
  const also = make("select", { "aria-label": `Merge ${shown} with` }, ...options(listed.slice(1)));
  const merge = make("button", { type: "button" }, "Merge with");
  merge.addEventListener("click", () => editor.merge(place, [name, op, value], listed[Number(also.value)]));
  const elements = [sign, choice, ...(listed.length > 1 ? [merge, also] : [])];
  return { elements, op: () => sign.value, read: () => listed[Number(choice.value)] };
}

// The class, or the points of classes that have points; read returns nothing if all is unchanged.
function consequenceInputs(rule, theory, { editing }) {
  const own = rule.points ? pointInputs(rule, theory, editing.classes) : classInput(rule, editing.classes);
  const element = make("div", { class: "condition" }, make("span", {}, "then"), ...own.elements);
  return { element, read: own.read };
}

function classInput({ head }, classes) {
  const choice = make("select", { "aria-label": "Class" });
  classes.forEach((label, at) => choice.append(make("option", { value: at, dir: "auto" }, nameText(label))));
  choice.value = head;
  const read = () => (Number(choice.value) === head ? {} : { label: classes[Number(choice.value)] });
  return { elements: [choice], read };
}

function pointInputs({ points: now, head }, theory, classes) {
  const every = now.map((_, at) => at);
  const shown = now.length === 2 ? scoredOf(theory) : every.filter((at) => now[at] || at === head);
  const inputs = shown.map((at) => {
    const number = make("input", { type: "number", step: "any", value: String(now[at]), required: true });
    number.setAttribute("aria-label", `Points for ${nameText(classes[at])}`);
    return number;
  });
  const elements = inputs.flatMap((number, place) => {
    const label = make("bdi", {}, nameText(classes[shown[place]]));
    return [number, make("span", {}, " for ", label)];
  });
  const read = () => {
    const given = inputs.map((number, place) => [number.valueAsNumber, classes[shown[place]]]);
    return given.every(([points], place) => points === now[shown[place]]) ? {} : { given };
  };
  return { elements, read };
}
