// Tabs that arrow keys move between, and buttons that copy what a tab shows.

function startTabs(list) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  const choose = (chosen) => {
    for (const tab of tabs) {
      const on = tab === chosen;
      tab.setAttribute("aria-selected", on);
      tab.tabIndex = on ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !on;
    }
  };
  const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };
  tabs.forEach((tab, place) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const step = steps[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const last = tabs.length - 1;
      const next = Number.isFinite(step)
        ? (place + step + tabs.length) % tabs.length
        : Math.min(Math.max(step, 0), last);
      choose(tabs[next]);
      tabs[next].focus();
    });
  });
  choose(tabs[0]);
}

function startCopying(button) {
  const source = document.getElementById(button.dataset.copies);
  const told = button.parentElement.querySelector("[role=status]");
  button.addEventListener("click", async () => {
    told.textContent = (await copied(source)) ? "Copied." : "Selected; press Ctrl-C to copy.";
  });
}

async function copied(source) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return true;
  } catch {
    // A file opened from a disk, or a frame, may not reach the clipboard in this way.
    getSelection().selectAllChildren(source);
    return document.execCommand("copy");
  }
}
