// Long parts of a large page are compressed: markup that the templates wrote, and the data.

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { data, parts } = JSON.parse(await new Response(plain).text());
  for (const place of document.querySelectorAll("[data-packed]")) {
    const made = make("template");
    made.innerHTML = parts[Number(place.dataset.packed)];
    place.replaceWith(made.content);
  }
  return data;
}

function refuseToUnpack() {
  const sentence = "This browser cannot open compressed pages. Use one from 2023 or later, or write the page with fewer rules.";
  for (const place of document.querySelectorAll("[data-packed]")) place.replaceWith(make("p", {}, sentence));
}
