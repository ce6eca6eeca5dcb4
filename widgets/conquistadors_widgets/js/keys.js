// Keyboard and screen reader at a table. It finds the table that it stands in, and touches nothing else.

const ANSWERS = ".cq-places button.cq-allowed, .cq-list button:not([disabled])";
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

// The nearest element in the way of an arrow: what lies aside counts twice.
function nearest(from, others, [right, down]) {
  const [x, y] = middle(from);
  let best = null, least = Infinity;
  for (const other of others) {
    if (other === from) continue;
    const [there_x, there_y] = middle(other);
    const along = (there_x - x) * right + (there_y - y) * down;
    const aside = Math.abs((there_x - x) * down) + Math.abs((there_y - y) * right);
    if (along > 1 && along + 2 * aside < least) [best, least] = [other, along + 2 * aside];
  }
  return best;
}

function seen(element) {
  return element.getClientRects().length && getComputedStyle(element).visibility !== "hidden";
}

function mouse(kind, element) {
  const [clientX, clientY] = middle(element);
  element.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, view: window, clientX, clientY }));
}

function render({ model, el }) {
  const live = document.createElement("div");
  live.setAttribute("role", "log");
  live.setAttribute("aria-live", "polite");
  live.className = "cq-panels-unseen";
  el.append(live);
  let table = null, held = null;

  const tell = () => { live.innerText = model.get("told"); };
  model.on("change:told", tell);

  const answers = () => [...table.querySelectorAll(ANSWERS)].filter(seen);
  const spaces = () => [...table.querySelectorAll("path.cq-board-space")].filter(seen);
  const name = (path) => [...path.classList].find((each) => each.startsWith("cq-board-at-"))?.slice(12);

  // Spaces can be reached: one of them by Tab, the others from it by arrows. Targets come first.
  const dress = () => {
    const named = model.get("spaces");
    const paths = [...table.querySelectorAll("path.cq-board-space")];
    for (const path of paths) {
      const label = named[name(path)];
      if (!label) continue;
      path.setAttribute("role", "button");
      path.setAttribute("aria-label", label);
      if (!path.hasAttribute("tabindex")) path.setAttribute("tabindex", "-1");
    }
    if (!paths.some((path) => path.tabIndex === 0)) {
      const first = paths.find((path) => path.classList.contains("cq-board-active"))
        || paths.find((path) => path.classList.contains("cq-board-target")) || paths[0];
      first?.setAttribute("tabindex", "0");
    }
    for (const map of table.querySelectorAll(".leaflet-container")) {
      map.setAttribute("role", "application");
      map.setAttribute("aria-label", model.get("title"));
    }
    for (const pane of table.querySelectorAll(".leaflet-image-layer:not([alt=''])")) pane.setAttribute("alt", "");
  };

  // What had the focus is gone: its place, or the first answer, takes over. Nobody else's focus is touched.
  const keep = () => {
    if (!held || document.activeElement !== document.body && document.activeElement?.isConnected
        && document.activeElement.closest(".cq-table")) return;
    if (document.activeElement !== document.body && !document.activeElement?.classList?.contains("jp-Notebook")
        && !document.activeElement?.closest?.(".jp-Cell")) return;
    const next = held.space ? table.querySelector(`.cq-board-at-${CSS.escape(held.space)}`)
      : table.querySelector(`${held.place || ".cq-none"} button.cq-allowed`) || answers()[0];
    next?.focus({ preventScroll: true });
  };

  const watch = new MutationObserver(() => { dress(); keep(); });

  const focused = (event) => {
    const at = event.target;
    const place = at.closest?.(".cq-places > *");
    if (at.matches?.("path.cq-board-space")) {
      held = { space: name(at) };
      for (const path of spaces()) path.setAttribute("tabindex", path === at ? "0" : "-1");
      mouse("mouseover", at);
    } else if (at.closest?.(".cq-answers")) {
      held = { place: place ? "." + [...place.classList].find((each) => each.startsWith("cq-place-")) : "" };
    } else {
      held = null;
    }
  };

  // A click elsewhere on the page, or Tab out of the table, lets go.
  const left = (event) => { if (!table.contains(event.target)) held = null; };

  const pressed = (event) => {
    const at = event.target, way = WAYS[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (at.matches?.("path.cq-board-space")) {
      if (way) {
        const all = spaces(), targets = all.filter((path) => path.classList.contains("cq-board-target"));
        (event.shiftKey ? nearest(at, targets, way) : nearest(at, all, way))?.focus();
      } else if (event.key === "Enter" || event.key === " ") mouse("click", at);
      else return;
    } else if (way && at.matches?.("button") && at.closest(".cq-answers")) {
      const all = answers();
      const step = event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1;
      (step === 0 ? null : nearest(at, all, way) || all[(all.indexOf(at) + step + all.length) % all.length])?.focus();
    } else if (event.key === "?" && !at.matches?.("input, select, textarea")) {
      [...table.querySelectorAll(".cq-signs")].find(seen)?.click();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const begin = () => {
    table = el.closest(".cq-table");
    if (!table) return void requestAnimationFrame(begin);
    table.setAttribute("data-lm-suppress-shortcuts", "true"); // arrows and Enter are for the table, not for the notebook
    table.addEventListener("focusin", focused);
    table.addEventListener("keydown", pressed, true);
    document.addEventListener("mousedown", left, true);
    document.addEventListener("focusin", left, true);
    watch.observe(table, { childList: true, subtree: true });
    model.on("change:spaces change:title", dress);
    dress();
    tell();
  };
  begin();
  return () => {
    watch.disconnect();
    document.removeEventListener("mousedown", left, true);
    document.removeEventListener("focusin", left, true);
  };
}

export default { render };
