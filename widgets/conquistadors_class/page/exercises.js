// The exercises: a list, and the one that is open.
"use strict";
let asked = null, space = null, board = null, all = [];

const line = new Line({}, message => {
  if (message.do === "hall" && !all.length) line.send("exercises");
  else if (message.do === "exercises") { list(message.courses); if (!asked) open(location.hash.slice(1) || all.find(each => !each.solved)?.id || all[0]?.id); }
  else if (message.do === "exercise") ask(message);
  else if (message.do === "verdict" && message.id === asked.id) {
    const mood = message.right ? "right" : message.understood ? "wrong" : "unclear";
    show("verdict", el("span", { class: mood }, `${{ right: "\u2713", wrong: "\u2717", unclear: "?" }[mood]} ${message.said}`), message.rule ? el("details", {}, el("summary", {}, "\u00a7"), message.rule) : null);
  }
});

function open(id) { if (id) line.send("exercise", { id }); }
window.addEventListener("hashchange", () => open(location.hash.slice(1)));

function list(courses) {
  all = courses.flatMap(course => course.exercises);
  const name = (each, course) => {
    const alike = course.exercises.filter(other => other.topic === each.topic);
    return alike.length > 1 ? `${each.topic} ${alike.indexOf(each) + 1}` : each.topic;
  };
  show("list", ...courses.flatMap(course => [el("h2", {}, course.game), el("ol", {}, ...course.exercises.map(each =>
    el("li", { class: each.solved ? "solved" : "" }, el("a", { href: `#${each.id}` }, name(each, course)),
      each.solved ? el("b", { title: say("solved") }, " \u2713") : null, each.tries ? el("small", {}, ` ${counted("tries", each.tries)}`) : null)))]));
}

function ask(message) {
  if (message.hint) { show("hinted", message.hint); return; }
  asked = message;
  space = null;
  at("one").hidden = false;
  show("verdict");
  show("hinted");
  at("topic").textContent = message.topic;
  at("asked").textContent = message.text;
  const map = message["map-0"];
  at("map").hidden = !map;
  if (map) {
    board ??= new Board(at("map"), picked => { space = picked; board.ring({}, picked); at("chosen").textContent = say("chosen", { space: board.name(picked) }); });
    board.show(map, {}, null);
  }
  const answer = message.kind === "choose"
    ? el("div", { class: "choices" }, ...message.choices.map(([id, label]) => el("label", {}, el("input", { type: "radio", name: "answer", value: id }), " ", label)))
    : message.kind === "space" ? el("p", { id: "chosen", class: "soft" }, say("choose-space"))
    : el("input", { name: "answer", autocomplete: "off", "aria-label": say("answer"), placeholder: say("answer") });
  const place = all.findIndex(each => each.id === message.id);
  const go = by => () => { const other = all[place + by]; if (other) location.hash = other.id; };
  show("form", answer, el("div", { class: "row" }, el("button", { class: "main" }, say("check")),
    el("button", { type: "button", onclick: () => line.send("hint", { id: asked.id }) }, say("hint")),
    el("button", { type: "button", onclick: go(-1), disabled: place < 1 }, say("back")),
    el("button", { type: "button", onclick: go(1), disabled: place >= all.length - 1 }, say("next"))));
}

at("form").addEventListener("submit", event => {
  event.preventDefault();
  line.send("solve", { id: asked.id, answer: asked.kind === "space" ? space ?? "" : new FormData(event.target).get("answer") ?? "" });
});
