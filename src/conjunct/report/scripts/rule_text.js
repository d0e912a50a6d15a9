// Rules as text that `conjunct apply` reads back.

const RULE_WORDS = new Set(["always", "and", "if", "is", "known", "missing", "otherwise", "then"]);
const BARE = /^[A-Za-z0-9À-ÖØ-öø-ɏ_.\-/+%:]+$/; // Newer letters need quotes in older versions.
const SEEN = /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;
const ESCAPED = { "\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const SIGNS = { "=": "=", "!=": "≠", "<=": "≤", ">": ">" };

class Refusal extends Error {} // Says what is wrong with what a person wrote.

function nameText(name) {
  if (BARE.test(name) && !RULE_WORDS.has(name)) return name;
  return `'${[...name].map(characterText).join("")}'`;
}

function characterText(character) {
  if (character in ESCAPED) return ESCAPED[character];
  if (SEEN.test(character)) return character;
  const code = character.codePointAt(0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}

// Attribute, sign and value of a condition, as the page keeps them apart.
function conditionParts([name, op, value]) {
  if (value === null) return [nameText(name), op === "=" ? "is missing" : "is known", ""];
  return [nameText(name), SIGNS[op], typeof value === "number" ? String(value) : nameText(value)];
}

function bodyText(conditions) {
  const texts = conditions.map((one) => conditionParts(one).join(" ").trim());
  return texts.join(" and ") || "always";
}

function pointsText(number) {
  return number < 0 ? `−${-number}` : `+${number}`;
}

// What a rule gives, as points by class or as a class.
function consequenceText({ points, head }, classes) {
  if (!points) return nameText(classes[head]);
  const given = points.flatMap((one, at) => (one ? [[one, at]] : []));
  given.sort(([a, i], [b, j]) => (j === head) - (i === head) || Math.abs(b) - Math.abs(a));
  return given.map(([one, at]) => `${pointsText(one)} for ${nameText(classes[at])}`).join(", ");
}

// A rule with what is written of its consequence: a class, points with their classes, or nothing.
function writtenText({ conditions, label, given }) {
  const points = given.map(([one, name]) => `${pointsText(one)} for ${nameText(name)}`).join(", ");
  const then = label === null ? points : nameText(label);
  return `if ${bodyText(conditions)}${then ? ` then ${then}` : ""}`;
}
