// Reads a rule that a person wrote. `conjunct apply` reads it again, and has the final say.

const WORD = /^[\p{L}\p{N}_.\-/+%:−]+/u;
const SIGN = /^(<=|>=|==|!=|<>|=|<|>|≤|≥|≠|,)/;
const OPERATORS = {
  ...{ "=": "=", "==": "=", "!=": "!=", "<>": "!=", "≠": "!=" },
  ...{ "<=": "<=", "≤": "<=", ">": ">" },
};
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
  throw new Refusal(`${rest[0]} must be in quotes.`);
}

function quotedWord(rest) {
  let text = "";
  let at = 1;
  while (at < rest.length && rest[at] !== rest[0]) {
    if (rest[at] !== "\\") text += rest[at++];
    else {
      const hex = /^\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/.exec(rest.slice(at));
      const read = hex ? String.fromCodePoint(parseInt(hex[1] ?? hex[2], 16)) : READ[rest[at + 1]];
      if (read === undefined) throw new Refusal("Write a backslash as two backslashes.");
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

const DATE = /^(\d{4}-\d\d-\d\d)(?:T([0-2]\d):([0-5]\d)(?::([0-5]\d(?:\.\d{1,6})?))?)?$/;

// Returns the days since 1970-01-01 until a date such as 2021-12-22 or 2021-12-22T18:30.
function daysOf(text) {
  const [, day, hour = "0", minute = "0", second = "0"] = DATE.exec(text) ?? [];
  const start = day === undefined ? null : new Date(`${day}T00:00:00Z`);
  const exists = start && !Number.isNaN(start.valueOf()) && start.toISOString().startsWith(day);
  if (!exists || day.startsWith("0000") || Number(hour) > 23) return null;
  return start.valueOf() / 86400000 + (3600 * hour + 60 * minute + Number(second)) / 86400;
}

// Returns conditions, and a class or points with their classes, as they are written.
function readRule(text) {
  return new RuleReader(text).rule();
}

class RuleReader {
  constructor(text) {
    this.words = wordsOf(text);
    this.at = 0;
  }

  get here() {
    return this.words[this.at];
  }

  skip(...texts) {
    const found = this.here.sort === "word" && texts.includes(this.here.text);
    if (found) this.at++;
    return found;
  }

  rule() {
    this.skip("if");
    const conditions = this.skip("always") ? [] : this.body();
    const then = this.skip("then") ? this.consequence() : {};
    if (this.here.sort !== "end") {
      throw new Refusal(`“${this.here.text}” is not expected; join conditions with “and”.`);
    }
    return { conditions, label: null, given: [], ...then };
  }

  body() {
    const conditions = [this.condition()];
    while (this.skip("and")) conditions.push(this.condition());
    return conditions;
  }

  condition() {
    const column = this.name("The name of a column");
    if (this.skip("is")) {
      if (this.skip("missing")) return [column, "=", null];
      if (this.skip("known")) return [column, "!=", null];
      throw new Refusal("“is” must be followed by “missing” or “known”.");
    }
    const op = this.operator(column);
    return [column, op, op === "=" || op === "!=" ? this.name("A value") : this.cut()];
  }

  operator(column) {
    const sign = this.here.sort === "sign" ? this.here.text : "";
    if (sign in INSTEAD) throw new Refusal(`Rules have no ${sign}; use ${INSTEAD[sign]}.`);
    if (!(sign in OPERATORS)) {
      throw new Refusal(`${nameText(column)} must be followed by =, !=, <=, > or “is”.`);
    }
    this.at++;
    return OPERATORS[sign];
  }

  name(what) {
    const { sort, text } = this.here;
    if (sort !== "quoted" && (sort !== "word" || RULE_WORDS.has(text))) throw this.misplaced(what);
    this.at++;
    return text;
  }

  cut() {
    const days = this.here.sort === "word" ? daysOf(this.here.text) : null;
    if (days === null) return this.number();
    this.at++;
    return days;
  }

  number() {
    const found = numberOf(this.here);
    if (found === null) throw this.misplaced("A number");
    this.at++;
    return found;
  }

  misplaced(what) {
    const { sort, text } = this.here;
    return new Refusal(`${what} is expected ${sort === "end" ? "at the end" : `in place of “${text}”`}.`);
  }

  consequence() {
    if (!this.givesPoints()) return { label: this.name("A class") };
    const given = [this.given()];
    while (this.here.sort === "sign" && this.here.text === ",") {
      this.at++;
      given.push(this.given());
    }
    return { given };
  }

  givesPoints() {
    const [next, after] = [1, 2].map((more) => this.words[this.at + more] ?? { sort: "end" });
    const is = ({ sort, text }, ...texts) => sort === "word" && texts.includes(text);
    const named = is(next, "for") || (is(next, "point", "points") && is(after, "for"));
    return numberOf(this.here) !== null && named;
  }

  given() {
    const points = this.number();
    this.skip("point", "points");
    if (!this.skip("for")) throw new Refusal("Points must be followed by “for” and a class.");
    return [points, this.name("A class")];
  }
}
