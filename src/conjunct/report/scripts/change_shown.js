// The smallest change in words.

function changeNodes(found, data, row) {
  if (!found.changes) {
    const tried = found.all ? "No change of these columns" : `No change of up to ${count(found.upTo, "column")}`;
    const more = found.all ? "." : "; changes of more were not tried.";
    return [make("p", {}, `${tried} does that${more}`)];
  }
  if (!found.changes.length) return [make("p", {}, "The row has this class already.")];
  const lines = found.changes.map(({ at, value, words }) => {
    const line = make("li", {}, make("bdi", {}, data.form[at].shown), ": ");
    line.append(make("bdi", {}, cellText(row[at])), " → ", make("strong", {}, make("bdi", {}, cellText(value))));
    if (words) line.append(` (${words})`);
    return line;
  });
  const to = make("strong", {}, make("bdi", {}, data.labels[found.to]));
  const heading = make("p", {}, "Gives ", to, `, by a change of ${count(lines.length, "column")}:`);
  return [heading, make("ul", {}, ...lines)];
}
