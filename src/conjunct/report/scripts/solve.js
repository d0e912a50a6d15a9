// A step that solves curvature · step = slopes, by elimination with the largest pivot.

function solved(curvature, slopes) {
  const n = slopes.length;
  const lines = curvature.map((line, at) => [...line, slopes[at]]);
  for (let at = 0; at < n; at++) {
    let best = at;
    for (let row = at + 1; row < n; row++) {
      if (Math.abs(lines[row][at]) > Math.abs(lines[best][at])) best = row;
    }
    [lines[at], lines[best]] = [lines[best], lines[at]];
    for (let row = at + 1; row < n; row++) {
      const share = lines[row][at] / lines[at][at];
      if (share) for (let own = at; own <= n; own++) lines[row][own] -= share * lines[at][own];
    }
  }
  const step = new Array(n).fill(0);
  for (let at = n - 1; at >= 0; at--) {
    let rest = lines[at][n];
    for (let own = at + 1; own < n; own++) rest -= lines[at][own] * step[own];
    step[at] = rest / lines[at][at];
  }
  return step;
}
