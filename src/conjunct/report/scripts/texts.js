// Elements, and how numbers and rules are written. Texts become text nodes, never markup.

function make(tag, facts = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(facts)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function draw(tag, facts = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(facts)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function amount(count) {
  return count.toLocaleString("en-US");
}

function count(number, noun) {
  return `${amount(number)} ${noun}${number === 1 ? "" : "s"}`;
}

// A probability other than 0 and 1 is never rounded to 0 % or 100 %.
function percent(share) {
  if (share > 0 && share < 0.0005) return "<0.1 %";
  if (share < 1 && share >= 0.9995) return ">99.9 %";
  return `${(100 * share).toFixed(1)} %`;
}

function ratio(part, all) {
  return all ? percent(part / all) : "–";
}

// Points, given as a whole number of units of the last decimal place, as text.
function points(whole, decimals, plus = "") {
  const digits = String(whole).replace("-", "").padStart(decimals + 1, "0");
  const sign = String(whole).startsWith("-") ? "−" : Number(whole) ? plus : "";
  const end = digits.length - decimals;
  return sign + digits.slice(0, end) + (decimals ? `.${digits.slice(end)}` : "");
}

function cellText(cell) {
  return cell === null ? "missing" : String(cell);
}

// Names and values keep their own direction of writing.
function bodyOf(rule) {
  const parts = document.createDocumentFragment();
  rule.body.forEach(([name, sign, value], place) => {
    if (place) parts.append(" and ");
    parts.append(make("bdi", {}, name), ` ${sign} `, make("bdi", {}, value));
  });
  if (!rule.body.length) parts.append("always");
  return parts;
}
