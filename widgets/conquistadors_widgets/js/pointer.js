// Cards, forces and lines of a table by mouse and keyboard: a click is told to the kernel, and whatever is pointed at
// or has the focus tells about itself. It finds the table that it stands in, and touches nothing else.

const THINGS = "[data-card], [data-force]";

function id(thing) {
  return thing.dataset.card ? `card ${thing.dataset.card}` : `force ${thing.dataset.force}`;
}

function render({ model, el }) {
  const about = document.createElement("div");
  about.className = "cq-about cq-panels";
  about.setAttribute("role", "tooltip");
  about.hidden = true;
  let table = null;

  const dress = () => {
    for (const thing of table.querySelectorAll(`.cq-own :is(${THINGS})`)) {
      thing.removeAttribute("title");
      if (thing.tabIndex !== 0) thing.tabIndex = 0;
      if (thing.matches(".cq-lit, [data-force]")) thing.setAttribute("role", "button");
    }
    for (const line of table.querySelectorAll("[data-line]")) {
      if (line.tabIndex !== 0) line.tabIndex = 0;
      line.setAttribute("role", "button");
    }
  };

  const tell = (event) => {
    const thing = event.target.closest?.(`.cq-own :is(${THINGS})`);
    const said = thing && model.get("about")[id(thing)];
    about.hidden = !said;
    if (!said) return;
    about.innerHTML = said; // made by the kit from templates that escape
    const box = thing.getBoundingClientRect(), frame = table.getBoundingClientRect();
    about.style.left = `${Math.max(0, Math.min(box.left - frame.left, frame.width - about.offsetWidth - 8))}px`;
    about.style.bottom = `${frame.bottom - box.top + 4}px`;
  };
  const hush = () => { about.hidden = true; };

  const press = (thing) => {
    if (thing.dataset.line) model.send({ line: Number(thing.dataset.line) });
    else model.send({ thing: id(thing), question: model.get("question") });
    hush();
  };
  const clicked = (event) => {
    const thing = event.target.closest?.(`.cq-own :is(${THINGS}), [data-line]`);
    if (thing && !event.target.closest("a, summary")) press(thing);
  };
  const pressed = (event) => {
    if (event.key === "Escape") hush();
    if (event.key !== "Enter" && event.key !== " ") return;
    if (!event.target.matches?.(`.cq-own :is(${THINGS}), [data-line]`)) return;
    event.preventDefault();
    event.stopPropagation();
    press(event.target);
  };

  const watch = new MutationObserver(dress);
  const begin = () => {
    table = el.closest(".cq-table");
    if (!table) return void requestAnimationFrame(begin);
    table.append(about);
    for (const kind of ["mouseover", "focusin"]) table.addEventListener(kind, tell);
    table.addEventListener("mouseleave", hush);
    table.addEventListener("click", clicked);
    table.addEventListener("keydown", pressed, true);
    watch.observe(table, { childList: true, subtree: true });
    dress();
  };
  begin();
  return () => { watch.disconnect(); about.remove(); };
}

export default { render };
