// A map: the ground is loaded once, the pieces lie on it, a touch finds the nearest space. It is dragged and pinched.
"use strict";
const SVG = "http://www.w3.org/2000/svg";
const NEAR = 34, MOVED = 8, CLOSEST = 2.6, READABLE = 1.15, LARGE = 1.6;

class Board {
  constructor(home, picked) {
    this.picked = picked;
    this.points = {};
    this.fingers = new Map();
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("class", "map");
    this.ground = document.createElementNS(SVG, "image");
    this.rings = document.createElementNS(SVG, "g");
    this.pieces = document.createElementNS(SVG, "g");
    this.svg.append(this.ground, this.rings, this.pieces);
    const button = (key, text, done) => el("button", { type: "button", title: say(key), "aria-label": say(key), onclick: done }, text);
    const tools = el("div", { class: "tools" },
      button("closer", "+", () => this.zoom(1.5)), button("farther", "\u2212", () => this.zoom(1 / 1.5)),
      button("whole-map", "\u25a3", () => this.look(0, 0, ...this.size)), button("my-pieces", "\u25ce", () => this.home()));
    home.replaceChildren(this.svg, tools);
    this.svg.addEventListener("pointerdown", event => this.down(event));
    this.svg.addEventListener("pointermove", event => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) this.svg.addEventListener(end, event => this.up(event));
    this.svg.addEventListener("wheel", event => { event.preventDefault(); this.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, event); }, { passive: false });
  }

  async show(map, targets, chosen) {
    this.map = map;
    this.size = map.size;
    const other = this.key !== map.ground;
    if (other) {
      this.key = map.ground;
      const where = `${ABOUT.root}ground/${map.ground}`;
      this.ground.setAttribute("href", `${where}.svg`);
      this.ground.setAttribute("width", map.size[0]);
      this.ground.setAttribute("height", map.size[1]);
      this.points = await (await fetch(`${where}.json`)).json();
      if (this.key !== map.ground) return;
    }
    this.pieces.innerHTML = map.pieces;
    this.ring(targets, chosen);
    if (other) this.home(targets);
  }

  ring(targets, chosen) {
    this.targets = targets;
    const many = Object.keys(targets).length > 24;
    this.rings.replaceChildren(...Object.entries(this.points)
      .filter(([space]) => targets[space] || space === this.map.active || space === chosen)
      .map(([space, [x, y]]) => {
        const ring = document.createElementNS(SVG, "circle");
        const look = (targets[space] ? " target" : "") + (many ? " many" : "") + (space === this.map.active ? " active" : "") + (space === chosen ? " chosen" : "");
        ring.setAttribute("class", `ring${look}`);
        ring.dataset.space = space;
        ring.setAttribute("cx", x);
        ring.setAttribute("cy", y);
        ring.setAttribute("r", many ? 8 : 15);
        return ring;
      }));
  }

  name(space) { return this.points[space]?.[2] ?? space; }

  // Looking ------------------------------------------------------------------------------------------------------

  // Where one has something, and where one may go; but names stay readable.
  home(targets = this.targets) {
    const wanted = [...this.map.own, ...Object.keys(targets ?? {}).slice(0, 40)].map(space => this.points[space]).filter(Boolean);
    const spots = wanted.length ? wanted : Object.values(this.points);
    const xs = spots.map(spot => spot[0]), ys = spots.map(spot => spot[1]);
    const [left, right, top, bottom] = [Math.min(...xs) - 60, Math.max(...xs) + 60, Math.min(...ys) - 60, Math.max(...ys) + 60];
    const box = this.svg.getBoundingClientRect();
    const across = Math.min(Math.max(right - left, 300, box.width / LARGE), Math.max(box.width / READABLE, 360));
    const own = this.map.own.map(space => this.points[space]).filter(Boolean);
    const middle = across < right - left && own.length ? own[0] : [(left + right) / 2, (top + bottom) / 2];
    const down = Math.min(Math.max(bottom - top, across * box.height / box.width), this.size[1]);
    this.look(middle[0] - across / 2, middle[1] - down / 2, across, down);
  }

  look(x, y, width, height) {
    const box = this.svg.getBoundingClientRect();
    const shape = box.width ? box.height / box.width : 1;
    const wide = Math.max(width, height / shape), tall = wide * shape;
    const at = (start, length, wanted, whole) => wanted >= whole ? (whole - wanted) / 2 : Math.min(Math.max(start - (wanted - length) / 2, 0), whole - wanted);
    this.view = [at(x, width, wide, this.size[0]), at(y, height, tall, this.size[1]), wide, tall];
    this.svg.setAttribute("viewBox", this.view.join(" "));
  }

  zoom(factor, event) {
    if (!this.view) return;
    const box = this.svg.getBoundingClientRect(), [x, y, width, height] = this.view;
    const least = box.width / CLOSEST, most = Math.max(this.size[0], this.size[1] * box.width / box.height);
    const wide = Math.min(Math.max(width / factor, least), most), tall = wide * height / width;
    const [px, py] = event ? [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height] : [0.5, 0.5];
    this.look(x + (width - wide) * px, y + (height - tall) * py, wide, tall);
  }

  down(event) {
    this.svg.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 1) this.dragged = 0;
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before || !this.view) return;
    const box = this.svg.getBoundingClientRect(), now = [event.clientX, event.clientY];
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    this.dragged += Math.abs(dx) + Math.abs(dy);
    if (this.fingers.size === 2) {
      const other = [...this.fingers.entries()].find(([id]) => id !== event.pointerId)[1];
      const apart = spot => Math.hypot(spot[0] - other[0], spot[1] - other[1]) || 1;
      this.zoom(apart(now) / apart(before), { clientX: (now[0] + other[0]) / 2, clientY: (now[1] + other[1]) / 2 });
    } else if (this.dragged > MOVED) {
      const scale = this.view[2] / box.width;
      this.look(this.view[0] - dx * scale, this.view[1] - dy * scale, this.view[2], this.view[3]);
    }
    this.fingers.set(event.pointerId, now);
  }

  up(event) {
    const was = this.fingers.delete(event.pointerId);
    if (!was || event.type === "pointercancel" || this.fingers.size || this.dragged > MOVED || !this.view) return;
    const box = this.svg.getBoundingClientRect(), scale = this.view[2] / box.width;
    const x = this.view[0] + (event.clientX - box.left) * scale, y = this.view[1] + (event.clientY - box.top) * scale;
    let best = null, least = NEAR * scale;
    for (const [space, spot] of Object.entries(this.points)) {
      const far = Math.hypot(spot[0] - x, spot[1] - y) * (this.targets[space] ? 0.6 : 1);
      if (far < least) [best, least] = [space, far];
    }
    if (best) this.picked(best);
  }
}
