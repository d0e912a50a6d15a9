// The smallest change in words.

function changeNodes(found, data, row) {
  if (!found.changes) {
    const said = found.all
      ? "No change of these columns does that."
      : `No change of up to ${count(found.upTo, "column")} does that; more were not tried.`;
    return [make("p", {}, said)];
  }
  if (!found.changes.length) return [make("p", {}, "The row has this class already.")];
  const lines = found.changes.map(({ at, value, words }) => {
    const [name, before] = [data.controls[at].shown, cellText(row[at])].map((text) => make("bdi", {}, text));
    const after = make("strong", {}, make("bdi", {}, cellText(value)));
    return make("li", {}, name, ": ", before, " → ", after, words ? ` (${words})` : "");
  });
  const to = make("strong", {}, make("bdi", {}, data.labels[found.to]));
  const heading = make("p", {}, "Gives ", to, `, by a change of ${count(lines.length, "column")}:`);
  return [heading, make("ul", {}, ...lines)];
}
