// What all pages share: words, elements, and a socket that comes back by itself.
"use strict";
const ABOUT = JSON.parse(document.getElementById("about").textContent);
const at = id => document.getElementById(id);

function say(key, facts = {}) {
  return (ABOUT.words[key] ?? `[${key}]`).replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
}

// The same for one and for many.
function counted(key, count, facts = {}) { return say(count === 1 ? `${key}-one` : key, { count, ...facts }); }

// An element: its properties, and what is in it. Text is text, never HTML.
function el(name, how = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(how)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "class") made.className = value;
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...inside.filter(each => each != null));
  return made;
}

function show(id, ...inside) { at(id).replaceChildren(...inside); }

function refuse(why) {
  at("refused").textContent = why;
  at("refused").hidden = !why;
}

const FIRST = 500, LONGEST = 10000;

// The socket: `hear` gets every message. When it breaks it is opened again, later each time; then all comes anew.
class Line {
  constructor(query, hear) {
    this.query = query;
    this.hear = hear;
    this.wait = FIRST;
    this.open();
  }

  open() {
    const where = new URL(`${ABOUT.root}socket`, location.href);
    where.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    where.search = new URLSearchParams({ ...this.query, language: ABOUT.language });
    this.socket = new WebSocket(where);
    this.socket.onopen = () => { this.wait = FIRST; at("offline").hidden = true; };
    this.socket.onmessage = event => this.heard(JSON.parse(event.data));
    this.socket.onclose = event => {
      if (event.code === 4404 || this.over) return;
      at("offline").hidden = false;
      document.body.classList.add("waiting");
      setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
      this.wait = Math.min(this.wait * 2, LONGEST);
    };
  }

  heard(message) {
    if (message.do === "go") location.href = message.room ? `${ABOUT.root}room/${message.room}` : ABOUT.root;
    else if (message.do === "gone") { this.over = true; refuse(message.why); }
    else {
      document.body.classList.remove("waiting");
      if (message.do === "refused") refuse(message.why);
      this.hear(message);
    }
  }

  send(what, more = {}) {
    refuse("");
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ do: what, ...more }));
  }
}

at("language").addEventListener("change", event => {
  document.cookie = `conquistadors-language=${event.target.value};path=${ABOUT.root};max-age=31536000;samesite=lax`;
  location.reload();
});
