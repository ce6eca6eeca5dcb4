// A new question takes no click until it has been in sight for a moment: a second click was meant for the last one.
// It finds the table that it stands in, and touches nothing else.

const ANSWERS = ".cq-answers, .cq-own, path.cq-board-space";

function render({ model, el }) {
  let table = null, timer = null;

  const settled = () => {
    timer = null;
    table.classList.remove("cq-settling");
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(settled, model.get("milliseconds"));
  };
  const asked = () => {
    table.classList.add("cq-settling");
    wait();
  };

  // Whatever of the question is drawn late begins the moment anew.
  const watch = new MutationObserver((changes) => {
    if (timer !== null && changes.some(({ target }) => target.closest?.(".cq-answers"))) wait();
  });

  const hold = (event) => {
    if (timer === null || !event.target.closest?.(ANSWERS)) return;
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    if (event.target.matches("input, select, textarea")) return; // typing is no second click
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  const begin = () => {
    table = el.closest(".cq-table");
    if (!table) return void requestAnimationFrame(begin);
    for (const kind of ["click", "dblclick", "keydown"]) table.addEventListener(kind, hold, true);
    watch.observe(table, { childList: true, subtree: true });
    model.on("change:asked", asked);
  };
  begin();
  return () => {
    watch.disconnect();
    clearTimeout(timer);
  };
}

export default { render };
