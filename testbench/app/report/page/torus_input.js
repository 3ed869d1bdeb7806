// What mouse, keys and words do with the picture of the network.

const NEAR = 6;  // a place this many pixels from the mouse is meant

class TorusInput {
  constructor(picture) {
    this.picture = picture;
    this.state = picture.state;
    const { canvas } = picture;
    canvas.addEventListener("pointermove", (event) => this.drag(event) || this.hover(event));
    canvas.addEventListener("mousemove", (event) => this.hover(event));
    canvas.addEventListener("pointerdown", (event) => { this.held = { x: event.clientX, y: event.clientY, moved: false }; });
    canvas.addEventListener("mouseleave", () => { picture.note.hidden = true; this.held = null; });
    canvas.addEventListener("blur", () => { picture.note.hidden = true; });
    canvas.addEventListener("keydown", (event) => this.key(event));
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("click", (event) => {
      const moved = this.held?.moved;
      this.held = null;
      const place = this.placeAt(event);
      if (!moved && place !== null) this.state.set({ place });
    });
  }

  /** [x, y] of an event in the canvas. */
  pointOf({ offsetX, offsetY }) {
    const ratio = this.picture.canvas.width / this.picture.canvas.clientWidth;
    return [offsetX * ratio, offsetY * ratio];
  }

  /** The place under the mouse, or the nearest one beside it; null if there is none near. */
  placeAt(event) {
    const [x, y] = this.pointOf(event);
    const [left, top] = this.picture.origin;
    const [across, up] = [x - left, y - top];
    let [found, least] = [null, NEAR * this.picture.ratio];
    this.picture.rectangles.forEach((rectangles, place) => {
      for (const [x0, y0, width, height] of rectangles) {
        const aside = Math.max(x0 - across, across - x0 - width, 0) + Math.max(y0 - up, up - y0 - height, 0);
        if (aside < least) [found, least] = [place, aside];
      }
    });
    return found;
  }

  hover(event) {
    const place = this.placeAt(event);
    if (place === null) this.picture.note.hidden = true;
    else this.describe(place, event.offsetX + 14, event.offsetY + 14);
  }

  /** The note on a place, with all measures, beside a point of the page and within the picture's box. */
  describe(place, left, top) {
    const { note, box } = this.picture;
    const { state } = this;
    const lines = [...state.map.measures.values()].map((measure) => element("div", {},
      element("span", {}, measure.name), ` ${digits(state.of(measure, place))} ${measure.unit}`));
    const named = state.map.named.get(place);
    if (named) lines.unshift(element("div", {}, named));
    note.replaceChildren(element("b", {}, this.title(place)), element("div", {}, state.spanText()), ...lines);
    note.hidden = false;
    note.style.left = `${Math.max(0, Math.min(left, box.clientWidth - note.offsetWidth - 2))}px`;
    note.style.top = `${top + note.offsetHeight > box.clientHeight ? Math.max(0, top - note.offsetHeight - 24) : top}px`;
  }

  title(place) {
    return placeName(this.state.map, place);
  }

  /** What can be searched for: an example, and what it is. */
  get example() {
    return ["3,4 +x", "a node's coordinates or its number; with +x, -y ... its link"];
  }

  /** Moves the picture with the mouse; true while it does. */
  drag(event) {
    const { held, picture } = this;
    if (!held || event.buttons !== 1) return false;
    const [across, up] = [held.x - event.clientX, held.y - event.clientY];
    held.moved ||= Math.abs(across) + Math.abs(up) > 4;
    if (!held.moved || !picture.pitch) return false;
    Object.assign(held, { x: event.clientX, y: event.clientY });
    picture.note.hidden = true;
    picture.moveTo([picture.offset[0] + across * picture.ratio, picture.offset[1] + up * picture.ratio]);
    return true;
  }

  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const [x, y] = this.pointOf(event);
    this.picture.zoom(event.deltaY < 0 ? 1.25 : 0.8, [x - this.picture.margin.left, y]);
  }

  /** Arrows go from node to node, page up and down from slice to slice; space goes through a node's links. */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const act = { ArrowLeft: () => this.step(0, -1), ArrowRight: () => this.step(0, 1), ArrowUp: () => this.step(1, 1),
      ArrowDown: () => this.step(1, -1), PageDown: () => this.slice(1), PageUp: () => this.slice(-1), " ": () => this.nextOfNode(),
      Enter: () => this.nextOfNode(), "+": () => this.picture.zoom(1.5), "-": () => this.picture.zoom(1 / 1.5),
      0: () => this.picture.zoom(0), Escape: () => { this.picture.note.hidden = true; } }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** The node that a place belongs to: a link's sender. */
  nodeOf(place) {
    const { links } = this.state.map;
    return place < links.from.length ? links.from[place] : place - links.from.length;
  }

  step(dimension, by) {
    const { size } = this.state.map;
    if (dimension >= size.length) return;
    const stride = size.slice(0, dimension).reduce((product, one) => product * one, 1);
    const node = this.nodeOf(this.state.place);
    const at = Math.floor(node / stride) % size[dimension];
    this.go(this.state.map.links.from.length + node + stride * ((at + by + size[dimension]) % size[dimension] - at));
  }

  slice(by) {
    const { size, nodes, links } = this.state.map;
    const stride = size[0] * (size[1] ?? 1);
    this.go(links.from.length + (this.nodeOf(this.state.place) + by * stride + nodes.length) % nodes.length);
  }

  nextOfNode() {
    const { links } = this.state.map;
    const node = this.nodeOf(this.state.place);
    const places = [links.from.length + node];
    links.from.forEach((from, link) => { if (from === node) places.push(link); });
    this.go(places[(places.indexOf(this.state.place) + 1) % places.length]);
  }

  /** Marks a place, brings it into view and describes it. */
  go(place) {
    const { picture } = this;
    this.state.set({ place });
    const [[x, y, width, height]] = picture.rectangles[place];
    if (!picture.isInView([x - width, y - height, 3 * width, 3 * height]) || picture.pitch) {
      picture.moveTo([x - picture.view[0] / 2, y - picture.view[1] / 2]);
    }
    const [[left, top]] = picture.shown(place);
    this.describe(place, picture.canvas.offsetLeft + (left + width) / picture.ratio + 8,
      picture.canvas.offsetTop + (top + height) / picture.ratio + 8);
  }

  /** The place that words name: "3,4", "(3,4) plus_x", "3,4 -y", or a node's number; null if there is none. */
  placeOf(text) {
    const { map } = this.state;
    const numbers = (text.match(/\d+/g) ?? []).map(Number);
    const node = numbers.length === 1 && map.size.length > 1 ? numbers[0]
      : map.nodes.findIndex((coordinate) => coordinate.join() === numbers.join());
    if (node < 0 || node >= map.nodes.length || numbers.length === 0) return null;
    const [, sign, axis] = text.match(/(plus_|minus_|[+\u2212-])([xyzwvu])/) ?? [];
    if (!axis) return map.links.from.length + node;
    const port = `${sign === "plus_" || sign === "+" ? "plus" : "minus"}_${axis}`;
    const link = map.links.from.findIndex((from, at) => from === node && map.ports[map.links.port[at]].name === port);
    return link < 0 ? null : link;
  }
}

/** A field that finds a node or link by its name, and buttons that zoom. */
function pictureTools(picture, input) {
  const [placeholder, title] = input.example;
  const field = element("input", { type: "text", size: "13", placeholder, "aria-label": "Find a node or link", title });
  const find = (event) => {
    event.preventDefault();
    const place = input.placeOf(field.value);
    field.setAttribute("aria-invalid", String(place === null));
    if (place !== null) input.go(place);
  };
  const button = (text, label, act) => element("button", { type: "button", "aria-label": label, title: label, onclick: act }, text);
  return element("form", { class: "tools", onsubmit: find }, element("label", {}, "Find ", field),
    element("span", { class: "chooser", role: "group", "aria-label": "Size of the picture" },
      button("−", "Smaller", () => picture.zoom(1 / 1.5)), button("fit", "All of the network", () => picture.zoom(0)),
      button("+", "Larger", () => picture.zoom(1.5))));
}
