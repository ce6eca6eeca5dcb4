// The teacher's page: tables, seats, votes, challenges, and who has solved what.
"use strict";
let now = null;
const act = (what, room, more = {}) => () => line.send(what, { room, ...more });
const button = (label, done, look = "") => el("button", { type: "button", class: look, onclick: done }, label);
const options = (all, chosen) => all.map(([value, label]) => el("option", { value, selected: value === chosen }, label));

const line = new Line({}, message => {
  if (message.do !== "hall") return;
  now = message;
  show("shared", ...(message.shared.length ? message.shared.map(table) : [el("p", { class: "soft" }, say("nobody"))]));
  show("challenges", ...message.challenges.map(challenge));
  people(message);
  forms(message);
});

function table(each) {
  const names = Object.fromEntries(now.people.map(person => [person.id, person.name]));
  const seated = new Set(each.seats.flatMap(seat => seat.team));
  const seats = [["", say("no-seat")], ...each.seats.filter(seat => !seat.bot).map(seat => [seat.seat, seat.name])];
  const place = (person, seat) => el("label", { class: "pupil" }, `${names[person] ?? person} `,
    el("select", { "data-person": person, onchange: event => line.send("sit", { room: each.id, person, seat: event.target.value }) }, ...options(seats, seat)));
  const watching = now.people.filter(person => !seated.has(person.id));
  return el("article", { class: "room-card", "data-room": each.id },
    el("div", { class: "row" }, el("h3", {}, each.title || each.game), each.title ? el("span", { class: "soft" }, each.game) : null,
      each.over ? el("b", { class: "chip" }, say("over")) : each.paused ? el("b", { class: "chip paused" }, say("paused"))
        : el("b", { class: "chip" }, each.waits ? say("waits-for", { who: each.waits }) : say("reacting")),
      each.unsaved ? el("b", { class: "chip unsaved" }, each.unsaved) : null),
    el("div", { class: "row" }, el("a", { class: "button main", href: `${ABOUT.root}room/${each.id}?watch=1`, target: "_blank" }, say("projector")),
      el("a", { class: "button", href: `${ABOUT.root}room/${each.id}` }, say("watch")),
      button(say(each.paused ? "resume" : "pause"), act("pause", each.id), "pause"), button(say("end-vote"), act("end-vote", each.id), "end-vote"),
      button(say("step-back"), act("back", each.id), "step-back"), button(say("close"), () => { if (confirm(say("close-sure"))) act("close", each.id)(); }, "plain")),
    el("ul", { class: "seats" }, ...each.seats.map(seat => el("li", {}, el("b", { class: `cq-${seat.seat}` }, seat.name), " ",
      ...(seat.bot ? [el("i", {}, say("bots-named", { name: seat.bot }))] : seat.team.length ? seat.team.map(person => place(person, seat.seat)) : [el("i", { class: "soft" }, say("nobody"))])))),
    watching.length ? el("details", {}, el("summary", {}, say("watching", { count: watching.length })), ...watching.map(person => place(person.id, ""))) : null);
}

function challenge(each) {
  return el("article", { class: "room-card" }, el("h3", {}, each.title || each.game), el("span", { class: "soft" }, each.title ? each.game : ""),
    el("ol", {}, ...(each.results.length ? each.results.map(result => el("li", {}, el("b", {}, result.name), ` ${counted("points", result.points ?? 0, { points: String(result.points ?? 0).replace("-", "\u2212"), turn: result.turn })}`, result.over ? ` \u2713` : "")) : [el("li", { class: "soft" }, say("nobody"))])));
}

function people(message) {
  const tried = [...new Set(message.people.flatMap(each => Object.keys(each.tried)))];
  const head = el("tr", {}, el("th", {}, say("people")), el("th", {}, `${say("solved-count")} / ${message.exercises}`), ...tried.map(name => el("th", { class: "small" }, name)));
  const rows = message.people.map(each => el("tr", { "data-person": each.id }, el("th", { scope: "row" }, each.name, each.here ? el("i", { class: "here", title: say("here") }, " \u25cf") : ""),
    el("td", {}, String(each.solved)), ...tried.map(name => {
      const [tries, solved] = each.tried[name] ?? [0, false];
      return el("td", { class: solved ? "solved" : "", title: tries ? counted("tries", tries) : "" }, tries ? `${solved ? "\u2713" : "\u2717"} ${tries}` : "");
    })));
  show("people", el("thead", {}, head), el("tbody", {}, ...rows));
}

// The forms are filled once; what somebody has begun to fill in stays.
function forms(message) {
  const make = at("make").elements, dare = at("challenge").elements;
  if (!make.scenario.options.length) {
    make.scenario.replaceChildren(...options(message.tables.map(each => [each.scenario, each.game])));
    dare.scenario.replaceChildren(...options(message.alone.map(each => [each.scenario, each.game])));
    choose();
  }
  if (make.people.options.length !== message.people.length) make.people.replaceChildren(...options(message.people.map(each => [each.id, each.name])));
}

function choose() {
  const make = at("make").elements, chosen = now.tables.find(each => each.scenario === make.scenario.value);
  make.seats.replaceChildren(...options(chosen.counts.map(count => [String(count), String(count)])));
  make.bots.replaceChildren(...options([["", say("bots-none")], ...chosen.bots.map(name => [name, say("bots-named", { name })])]));
}
at("make").elements.scenario.addEventListener("change", choose);

at("make").addEventListener("submit", event => {
  event.preventDefault();
  const made = event.target.elements, chosen = [...made.people.selectedOptions].map(each => each.value);
  line.send("make", { scenario: made.scenario.value, seats: Number(made.seats.value), title: made.title.value, bots: made.bots.value,
    vote_seconds: Number(made.vote_seconds.value), window_seconds: Number(made.window_seconds.value),
    people: chosen.length ? chosen : now.people.map(each => each.id) });
  made.title.value = "";
});

at("challenge").addEventListener("submit", event => {
  event.preventDefault();
  const made = event.target.elements;
  line.send("challenge", { scenario: made.scenario.value, title: made.title.value, seed: made.seed.value ? Number(made.seed.value) : null });
  made.title.value = made.seed.value = "";
});
