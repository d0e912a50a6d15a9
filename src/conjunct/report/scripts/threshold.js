// Scores by class, and the measures at the threshold that a slider sets.

const BARS = 40;
const WIDE = 600;
const TALL = 180;

function startThreshold(place, data) {
  const { scores } = data.table.checks;
  const which = place.querySelector("select");
  const slider = place.querySelector("input[type=range]");
  const told = place.querySelector("[role=status]");
  const output = place.querySelector("tbody");
  const picture = place.querySelector("svg");
  const chosen = () => scores[which ? which.selectedIndex : 0];
  const follow = () => {
    const [one, from] = [chosen(), Number(slider.value)];
    const label = data.labels[one.class];
    told.textContent = calledText(one, from, label);
    slider.setAttribute("aria-valuetext", told.textContent);
    output.replaceChildren(...measures(calledFrom(one, from), label).map(measureLine));
    moveLine(picture, one, from);
  };
  const choose = () => {
    slider.max = chosen().at.length;
    slider.value = chosen().start;
    drawBars(picture, chosen());
    follow();
  };
  slider.addEventListener("input", follow);
  if (which) which.addEventListener("change", choose);
  choose();
}

function calledText(one, from, label) {
  if (from >= one.at.length) return `No row is predicted as ${label}`;
  return `A ${one.of} of ${atText(one, one.at[from])} or more predicts ${label}`;
}

function measures({ right, wrong, called, ours, others }, label) {
  return [
    ["predicted", amount(called), `rows predicted as ${label}`],
    ["precision", ratio(right, called), `${amount(right)} of ${amount(called)} predicted rows are ${label}`],
    ["recall", ratio(right, ours), `${amount(right)} of ${amount(ours)} ${label} rows are predicted`],
    ["false positives", ratio(wrong, others), `${amount(wrong)} of ${amount(others)} other rows are predicted`],
  ];
}

function measureLine([name, value, words]) {
  const cells = [make("td", { class: "number" }, value), make("td", {}, words)];
  return make("tr", {}, make("th", { scope: "row" }, name), ...cells);
}

function atText(one, value) {
  return one.of === "probability" ? percent(value) : String(value).replace("-", "−");
}

// Counts of rows at or above a threshold: those of the class, and others.
function calledFrom(one, place) {
  const sum = (counts, from) => counts.slice(from).reduce((all, rows) => all + rows, 0);
  const [right, wrong] = [sum(one.ours, place), sum(one.others, place)];
  return { right, wrong, called: right + wrong, ours: sum(one.ours, 0), others: sum(one.others, 0) };
}

function scaleOf(one) {
  const [low, high] = [one.at[0], one.at.at(-1)];
  const nBars = Math.min(BARS, one.at.length);
  const step = (high - low) / Math.max(nBars - 1, 1) || 1;
  const width = (WIDE - 20) / nBars;
  const bar = (value) => Math.min(nBars - 1, Math.round((value - low) / step));
  return { nBars, width, bar, left: (value) => 10 + bar(value) * width };
}

function drawBars(picture, one) {
  const { nBars, width, bar } = scaleOf(one);
  const bars = { ours: new Array(nBars).fill(0), others: new Array(nBars).fill(0) };
  one.at.forEach((value, place) => {
    bars.ours[bar(value)] += one.ours[place];
    bars.others[bar(value)] += one.others[place];
  });
  const middle = TALL / 2;
  const shapes = [];
  for (const [name, counts] of Object.entries(bars)) {
    const most = Math.max(...counts) || 1;
    counts.forEach((rows, at) => {
      const tall = (rows / most) * (middle - 12);
      const y = name === "ours" ? middle - tall : middle;
      const x = 10 + at * width + 1;
      const facts = { x, y, width: Math.max(width - 2, 1), height: tall, class: `bar ${name}` };
      if (rows) shapes.push(draw("rect", facts, draw("title", {}, count(rows, "row"))));
    });
  }
  const axis = draw("line", { x1: 0, x2: WIDE, y1: middle, y2: middle, class: "axis" });
  const line = draw("line", { y1: 0, y2: TALL, class: "threshold" });
  picture.replaceChildren(...shapes, axis, line);
}

function moveLine(picture, one, place) {
  const { left, width } = scaleOf(one);
  const x = place < one.at.length ? left(one.at[place]) : left(one.at.at(-1)) + width;
  const line = picture.querySelector(".threshold");
  line.setAttribute("x1", x);
  line.setAttribute("x2", x);
}
