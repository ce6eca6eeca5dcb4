// What fields and sliders are called by those who listen, whatever scrolls can be reached by keyboard, and a question
// that is too long for its place is set smaller. It finds the part of the kit that it stands in, and touches nothing else.

const SCROLLS = ".cq-since-lines > div, .cq-at-hand, .cq-message, .cq-prompt, .cq-page, .cq-explorers-tall";

function named(field) {
  return field.closest("label") || [...field.labels ?? []].some((label) => label.innerText.trim());
}

function dress(root) {
  for (const field of root.querySelectorAll("input, select")) {
    const name = field.title || field.placeholder || field.options?.[0]?.text;
    if (name && !named(field)) field.setAttribute("aria-label", name);
  }
  for (const slider of root.querySelectorAll(".widget-slider")) {
    const name = slider.querySelector(".widget-label")?.innerText || slider.title;
    for (const handle of slider.querySelectorAll(".noUi-handle")) if (name) handle.setAttribute("aria-label", name);
  }
  for (const prompt of root.querySelectorAll(".cq-prompt"))
    if (prompt.scrollHeight > prompt.clientHeight + 1) prompt.classList.add("cq-tight");
  for (const part of root.querySelectorAll(SCROLLS))
    if (part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1) part.tabIndex = 0;
}

function render({ el }) {
  let watch = null;
  const begin = () => {
    const root = el.closest(".cq");
    if (!root) return void requestAnimationFrame(begin);
    watch = new MutationObserver(() => dress(root));
    watch.observe(root, { childList: true, subtree: true });
    dress(root);
  };
  begin();
  return () => watch?.disconnect();
}

export default { render };
