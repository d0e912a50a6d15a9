// Reads a rule that a person wrote. `conjunct apply` reads it again, and decides.

const WORD = /^[\p{L}\p{N}_.\-/+%:−]+/u;
const SIGN = /^(<=|>=|==|!=|<>|=|<|>|≤|≥|≠|,)/;
const OPERATORS = { "=": "=", "==": "=", "!=": "!=", "<>": "!=", "≠": "!=", "<=": "<=", "≤": "<=", ">": ">" };
const INSTEAD = { "<": "<=", ">=": ">", "≥": ">" };
const READ = { "\\": "\\", "'": "'", '"': '"', n: "\n", r: "\r", t: "\t" };
const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

function wordsOf(text) {
  const words = [];
  let rest = text.trim();
  while (rest) {
    const quote = rest[0] === "'" || rest[0] === '"';
    const [word, length] = quote ? quotedWord(rest) : plainWord(rest);
    words.push(word);
    rest = rest.slice(length).trimStart();
  }
  return [...words, { sort: "end", text: "" }];
}

function plainWord(rest) {
  for (const [sort, pattern] of [["sign", SIGN], ["word", WORD]]) {
    const found = pattern.exec(rest);
    if (found) return [{ sort, text: found[0] }, found[0].length];
  }
  throw new Refusal(`${rest[0]} must stand in quotes.`);
}

function quotedWord(rest) {
  let text = "";
  let at = 1;
  while (at < rest.length && rest[at] !== rest[0]) {
    if (rest[at] !== "\\") text += rest[at++];
    else {
      const hex = /^\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/.exec(rest.slice(at));
      const read = hex ? String.fromCodePoint(parseInt(hex[1] ?? hex[2], 16)) : READ[rest[at + 1]];
      if (read === undefined) throw new Refusal("A backslash is written as two.");
      text += read;
      at += hex ? hex[0].length : 2;
    }
  }
  if (at >= rest.length) throw new Refusal("A quote is not closed.");
  return [{ sort: "quoted", text }, at + 1];
}

function numberOf({ sort, text }) {
  const plain = text.replace("−", "-");
  return sort === "word" && NUMBER.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : null;
}

// Returns conditions, and a class or points with their classes, as they are written.
function readRule(text) {
  const words = wordsOf(text);
  let at = 0;
  const is = (...texts) => words[at].sort === "word" && texts.includes(words[at].text);
  const skip = (...texts) => is(...texts) && Boolean(++at);
  const name = (what) => {
    const { sort, text: found } = words[at];
    const free = sort === "quoted" || (sort === "word" && !RULE_WORDS.has(found));
    if (!free) throw new Refusal(`${what} must stand ${found ? `in place of “${found}”` : "at the end"}.`);
    at++;
    return found;
  };
  const number = () => {
    const found = numberOf(words[at]);
    if (found === null) throw new Refusal(`A number must stand in place of “${words[at].text}”.`);
    at++;
    return found;
  };
  const condition = () => {
    const column = name("The name of a column");
    if (skip("is")) {
      if (skip("missing")) return [column, "=", null];
      if (skip("known")) return [column, "!=", null];
      throw new Refusal("“is” must be followed by “missing” or “known”.");
    }
    const sign = words[at].sort === "sign" ? words[at].text : "";
    if (sign in INSTEAD) throw new Refusal(`Rules have no ${sign}; use ${INSTEAD[sign]}.`);
    if (!(sign in OPERATORS)) throw new Refusal(`${nameText(column)} must be followed by =, !=, <=, > or “is”.`);
    at++;
    const op = OPERATORS[sign];
    return [column, op, op === "=" || op === "!=" ? name("A value") : number()];
  };
  const given = () => {
    const points = number();
    skip("point", "points");
    if (!skip("for")) throw new Refusal("Points must be followed by “for” and a class.");
    return [points, name("A class")];
  };
  const givesPoints = () => {
    const next = words.slice(at + 1, at + 3).map(({ text: one }) => one);
    return numberOf(words[at]) !== null && (next[0] === "for" || (/^points?$/.test(next[0]) && next[1] === "for"));
  };

  skip("if");
  const conditions = [];
  if (!skip("always")) do conditions.push(condition()); while (skip("and"));
  const rule = { conditions, label: null, given: [] };
  if (skip("then")) {
    if (!givesPoints()) rule.label = name("A class");
    else do rule.given.push(given()); while (words[at].text === "," && words[at].sort === "sign" && ++at);
  }
  if (words[at].sort !== "end") throw new Refusal(`“${words[at].text}” is not expected; join conditions with “and”.`);
  return rule;
}
