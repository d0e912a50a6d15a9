// The smallest change that gives a row another class: few columns first, then small steps.
// Only values that can matter are tried: the nearest ones beyond a cut, and named categories.

const MOST_TRIALS = 100000;

function movesOf(control, cell) {
  return control.kind === "numeric" ? numericMoves(control, cell) : nominalMoves(control, cell);
}

// The size of a step is its share of the column's range; a new category counts as 1.
function numericMoves(control, cell) {
  const { cuts, above } = control;
  const range = control.high - control.low || 1;
  const size = (value) => (cell === null ? 1 : Math.abs(value / range - cell / range));
  const up = (place) => ({ value: above[place], words: `more than ${cuts[place]}` });
  const down = (place) => ({ value: cuts[place], words: `at most ${cuts[place]}` });
  const moves = [];
  cuts.forEach((cut, place) => {
    if (cell === null) {
      if (!place) moves.push(down(0));
      moves.push(up(place));
    } else moves.push(cell > cut ? down(place) : up(place));
  });
  return moves.map((move) => ({ ...move, size: size(move.value) }));
}

function nominalMoves(control, cell) {
  const named = control.named.filter((text) => text !== cell);
  const moves = named.map((value) => ({ value, words: "", size: 1 }));
  if (cell === null || control.named.includes(cell)) {
    const others = control.choices.map(([text]) => text).filter((text) => !control.named.includes(text));
    const value = others.length ? others[0] : control.listed ? null : control.other;
    const words = others.length > 1 ? "or any other that no rule names" : "";
    if (value !== null) moves.push({ value, words, size: 1 });
  }
  return moves;
}

// The number of ways to change 0, 1, 2, … columns, one move in each.
function waysToChange(columns) {
  let ways = [1];
  for (const { moves } of columns) {
    ways = [...ways, 0].map((one, at) => one + (at ? ways[at - 1] * moves.length : 0));
  }
  return ways;
}

function smallestChange(model, controls, row, locked = [], wanted = null) {
  const now = model.classOf(row);
  if (wanted === now) return { changes: [], to: now, upTo: 0 };
  const columns = controls
    .map((control, at) => ({ at, moves: locked.includes(at) ? [] : movesOf(control, row[at]) }))
    .filter(({ moves }) => moves.length);
  const reached = (head) => (wanted === null ? head !== now : head === wanted);
  const ways = waysToChange(columns);
  for (let number = 1; number <= columns.length; number++) {
    if (ways[number] > MOST_TRIALS) return { changes: null, upTo: number - 1, all: false };
    const found = changeOf(number, columns, row, model, reached);
    if (found) return found;
  }
  return { changes: null, upTo: columns.length, all: true };
}

function changeOf(number, columns, row, model, reached) {
  const trial = row.slice();
  const chosen = [];
  let best = null;
  const tryFrom = (first, left, size) => {
    if (best && size >= best.size) return;
    if (!left) {
      const to = model.classOf(trial);
      if (reached(to)) best = { changes: chosen.slice(), size, to, upTo: number };
      return;
    }
    for (let place = first; place <= columns.length - left; place++) {
      const { at, moves } = columns[place];
      for (const move of moves) {
        trial[at] = move.value;
        chosen.push({ at, value: move.value, words: move.words });
        tryFrom(place + 1, left - 1, size + move.size);
        chosen.pop();
      }
      trial[at] = row[at];
    }
  };
  tryFrom(0, number, 0);
  return best;
}
