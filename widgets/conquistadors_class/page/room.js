// A table: drawn from the parts of a scene as they come.
"use strict";
const room = at("room"), parts = {};
let board = null, sheet = 0, space = null, tab = null, sent = false, weighed = null, ballot = {}, ends = null;

const line = new Line({ room: room.dataset.room, watch: room.dataset.watch }, message => {
  if (message.do === "scene") {
    if (message.whole) for (const name of Object.keys(parts)) delete parts[name];
    Object.assign(parts, message.parts);
    draw(message.parts, message.whole);
  } else if (message.do === "about" && message.space === space) {
    show("space", ...message.lines.map((each, number) => el(number ? "p" : "b", {}, each)));
  } else if (message.do === "odds" && message.answer === weighed) {
    at("odds").innerHTML = message.html;
  } else if (message.do === "ballot") {
    ballot = message;
    ends = message.left == null ? null : Date.now() + 1000 * message.left;
    sent = false;
    drawBallot();
    drawAnswers();
  } else if (message.do === "refused") {
    sent = false;
    drawAnswers();
  }
});

function draw(changed, whole) {
  const { head, question } = parts;
  if ("head" in changed) {
    at("title").textContent = head.title ? `${head.title} \u00b7 ${head.game}` : head.game;
    show("seat", head.seat && !head.own ? el("b", { class: `chip cq-${head.seat}` }, say("you-are", { seat: head.name })) : head.own ? "" : el("i", {}, say("you-watch")),
      head.paused ? el("b", { class: "chip paused" }, say("paused")) : "", head.unsaved ? el("b", { class: "chip unsaved" }, head.unsaved) : "");
    document.body.classList.toggle("paused", head.paused);
  }
  if ("strip" in changed) at("strip").innerHTML = parts.strip;
  if ("prompt" in changed) at("prompt").innerHTML = parts.prompt;
  if ("text" in changed) { at("text").textContent = parts.text ?? ""; at("text").hidden = !parts.text; }
  if ("question" in changed) {
    sent = false;
    weighed = null;
    space = null;
    show("space");
    show("odds");
    drawRefusals();
    if (question && !whole && document.hidden) document.title = `\u25cf ${say("your-turn")}`;
  }
  drawAnswers();
  if (whole || "question" in changed || Object.keys(changed).some(name => name.startsWith("map-"))) drawMap(whole || "question" in changed);
  if (whole || "tabs" in changed) drawTabs();
  drawPanel(changed);
  document.body.dataset.question = question ? question.number : "";
}

document.addEventListener("visibilitychange", () => { if (!document.hidden) document.title = at("title").textContent; });

// The map ------------------------------------------------------------------------------------------------------------

const maps = () => Object.keys(parts).filter(name => name.startsWith("map-") && parts[name]).sort().map(name => parts[name]);

function drawMap(asked) {
  const all = maps(), targets = parts.question?.aimed ?? {};
  at("map").hidden = !all.length;
  if (!all.length) return;
  board ??= new Board(at("map"), pick);
  show("sheets", ...(all.length < 2 ? [] : all.map((map, number) => el("button",
    { type: "button", role: "tab", "aria-selected": String(number === sheet), onclick: () => { sheet = number; drawMap(false); } }, map.title))));
  const mine = all.findIndex(map => map.active);
  if (asked && mine >= 0 && mine !== sheet) { sheet = mine; drawMap(false); return; }
  board.show(all[sheet] ?? all[0], targets, space);
}

function pick(touched) {
  space = touched;
  show("space", el("b", {}, board.name(touched)));
  line.send("look", { space: touched });
  board.ring(parts.question?.aimed ?? {}, space);
  drawAnswers();
}

// Answers ------------------------------------------------------------------------------------------------------------

const MANY = 6;

function give(id) {
  if (sent || !parts.question) return;
  sent = true;
  line.send("answer", { question: parts.question.number, answer: id });
  drawAnswers();
}

function answerButton([id, , label]) {
  const votes = ballot.votes?.[id];
  const mine = ballot.mine === id;
  const button = el("button", { type: "button", class: `answer${mine ? " mine" : ""}`, "data-answer": id, disabled: sent, onclick: () => give(id) },
    el("span", {}, label), votes ? el("b", { class: "votes", title: mine ? say("vote-mine") : "" }, String(votes)) : null);
  const odds = el("button", { type: "button", class: "weigh", title: say("odds"), "aria-label": `${say("odds")}: ${label}`, onclick: () => {
    weighed = id;
    at("odds").textContent = say("weighing");
    line.send("odds", { answer: id });
  } }, "%");
  return el("div", { class: "choice" }, button, odds);
}

function drawAnswers() {
  const asked = parts.question;
  if (!asked) { show("answers"); return; }
  if (asked.answers.length > 1 && asked.answers.every(each => each[1] === "amount")) { show("answers", amounts(asked.answers)); return; }
  const here = space && asked.aimed[space];
  if (here) {
    const chosen = asked.answers.filter(each => here.includes(each[0]));
    show("answers", ...chosen.map(answerButton),
      el("button", { type: "button", class: "plain", onclick: () => { space = null; show("space"); board.ring(asked.aimed, null); drawAnswers(); } }, say("back")));
    return;
  }
  const onMap = new Set(Object.values(asked.aimed).flat()), verbs = new Map();
  for (const each of asked.answers) verbs.set(each[1], [...(verbs.get(each[1]) ?? []), each]);
  const shown = [];
  for (const group of verbs.values()) {
    const buttons = group.map(answerButton);
    if (group.length > MANY && group.every(each => onMap.has(each[0]))) {
      shown.push(el("details", { class: "fold" }, el("summary", {}, `${say("map")} (${group.length})`), ...buttons));
    } else shown.push(...buttons);
  }
  if (asked.undo) shown.push(el("button", { type: "button", class: "plain undo", onclick: () => line.send("undo") }, `\u21b6 ${say("undo")}`));
  if (sent) shown.push(el("p", { class: "soft" }, say("sent")));
  show("answers", ...shown);
}

// Numbers from one to another: a slide and a button.
function amounts(answers) {
  const numbers = answers.map(each => Number(each[0].split(" ")[1]));
  const slide = el("input", { type: "range", min: 0, max: answers.length - 1, value: 0, "aria-label": say("amount") });
  const told = el("output", {}, String(numbers[0]));
  slide.addEventListener("input", () => { told.textContent = String(numbers[slide.value]); });
  const move = by => () => { slide.value = Number(slide.value) + by; slide.dispatchEvent(new Event("input")); };
  return el("div", { class: "amounts" }, el("button", { type: "button", onclick: move(-1) }, "\u2212"), slide,
    el("button", { type: "button", onclick: move(1) }, "+"), told,
    el("button", { type: "button", class: "main", disabled: sent, onclick: () => give(answers[slide.value][0]) }, say("send")));
}

function drawRefusals() {
  const refused = parts.question?.refused ?? [];
  if (!refused.length) { show("refusals"); return; }
  const rows = refused.map(([, why]) => { const row = el("li"); row.innerHTML = why; return row; });
  show("refusals", el("details", {}, el("summary", {}, say("not-now", { count: refused.length })), el("ul", {}, ...rows)));
}

function drawBallot() {
  at("ballot").hidden = ballot.of == null;
  if (ballot.of == null) return;
  const left = ends == null ? "" : say("vote-left", { seconds: Math.max(0, Math.round((ends - Date.now()) / 1000)) });
  show("ballot", el("b", {}, say("your-vote", ballot)), " ", el("span", {}, left));
}
setInterval(drawBallot, 1000);

// Beside the map -----------------------------------------------------------------------------------------------------

function drawTabs() {
  const all = [...(parts.tabs ?? []), ["story", say("story")], ["dice", say("dice")], ...(parts.people?.length > 1 ? [["people", say("teams")]] : [])];
  if (!all.some(([key]) => key === tab)) tab = room.dataset.watch ? "story" : all[0][0];
  show("tabs", ...all.map(([key, title]) => el("button",
    { type: "button", role: "tab", "data-tab": key, "aria-selected": String(key === tab), onclick: () => { tab = key; drawTabs(); drawPanel(parts); } }, title)));
}

function drawPanel(changed) {
  const name = ["story", "dice", "people"].includes(tab) ? tab : `tab-${tab}`;
  if (!(name in changed) && at("panel").dataset.tab === tab) return;
  at("panel").dataset.tab = tab;
  if (name !== "people") { at("panel").innerHTML = parts[name] ?? ""; return; }
  show("panel", el("ul", { class: "teams" }, ...parts.people.map(each => el("li", {}, el("b", { class: `cq-${each.seat}` }, each.name), " ", each.team.join(", ")))));
}
