// The landing page: what there is to play and to solve.
"use strict";
const link = (id, label) => el("a", { class: "button main", href: `${ABOUT.root}room/${id}` }, label);
const titled = each => el("span", {}, el("b", {}, each.title || each.game), each.title ? ` ${each.game}` : "");

function row(each, ...buttons) {
  const state = each.over ? say("over") : each.paused ? say("paused") : each.asked ? say("your-turn") : "";
  return el("div", { class: "row line" }, titled(each),
    each.name && !each.own ? el("i", { class: `cq-${each.seat}` }, each.name) : null,
    state ? el("b", { class: each.asked ? "chip now" : "chip" }, state) : null, ...buttons);
}

const line = new Line({}, message => {
  if (message.do === "hall") {
    show("shared", ...(message.shared.length ? message.shared.map(each => row(each, link(each.id, say(each.seat ? "play" : "watch")))) : [el("p", { class: "soft" }, say("shared-none"))]));
    show("own", ...message.own.map(each => row({ ...each, own: true }, link(each.id, say("go-on")),
      el("button", { type: "button", class: "plain", onclick: () => line.send("put-away", { room: each.id }) }, say("put-away")))));
    show("alone", ...message.alone.map(each => el("button", { type: "button", "data-open": each.scenario, onclick: () => line.send("open", { scenario: each.scenario }) }, say("own-new", each))));
    at("challenges-card").hidden = !message.challenges.length;
    show("challenges", ...message.challenges.map(each => row(each, each.room ? link(each.room, say("go-on"))
      : el("button", { type: "button", class: "main", onclick: () => line.send("take-up", { challenge: each.id }) }, say("begin")))));
    line.send("exercises");
  } else if (message.do === "exercises") {
    const all = message.courses.flatMap(course => course.exercises);
    at("solved").textContent = say("exercises-solved", { solved: all.filter(each => each.solved).length, all: all.length });
  }
});
