// The network as grids of two dimensions: nodes are squares, links are lanes in the gaps between them. A link round a ring
// leaves at one edge of its grid and comes in at the opposite one. Of more than two dimensions there is a grid, a slice,
// for each place in the others. Links to other slices are blocks at their sender, in the corner between four nodes.

const SLICE_SPACE = 0.5;  // between two slices, of the distance of two nodes

class TorusGeometry {
  /** `width` and `height` of the picture and `title`, the height of a slice's name, in pixels of the canvas. */
  constructor(map, width, height, title) {
    this.map = map;
    [this.columns, this.rows = 1] = map.size;
    this.depth = map.size.slice(2);
    this.slices = this.depth.reduce((product, size) => product * size, 1);
    this.title = this.slices > 1 ? title : 0;
    this.across = this.bestAcross(width, height);
    this.pitch = this.pitchOf(this.across, width, height);
    this.node = Math.max(2, Math.round(this.pitch * 0.42));
    this.gap = this.pitch - this.node;
    this.lane = Math.max(1, Math.min(Math.floor((this.node - 1) / 2), Math.round(this.pitch * 0.13)));
    this.between = Math.max(this.node > 2 * this.lane ? 1 : 0, Math.round(this.pitch * 0.05));
    this.pad = this.pitch > 12 ? Math.max(1, Math.round(this.pitch * 0.02)) : 0;
    const space = this.slices > 1 ? Math.round(SLICE_SPACE * this.pitch) : 0;
    this.sliceWidth = this.columns * this.pitch + this.gap + space;
    this.sliceHeight = this.rows * this.pitch + this.gap + this.title;
    this.width = this.across * this.sliceWidth - space;
    this.height = Math.ceil(this.slices / this.across) * this.sliceHeight;
  }

  /** Slices beside each other, so that nodes are as large as can be. Of four dimensions z goes to the right, w down, and
   * so do v and u from there. */
  bestAcross(width, height) {
    let best = this.depth[0] ?? 1;
    for (let across = best; across > 0; --across) {
      const whole = this.depth.length < 2 || this.depth[0] % across === 0;
      if (whole && this.pitchOf(across, width, height) > this.pitchOf(best, width, height)) best = across;
    }
    return best;
  }

  pitchOf(across, width, height) {
    const down = Math.ceil(this.slices / across);
    const space = this.slices > 1 ? SLICE_SPACE : 0;
    return Math.max(this.slices > 1 ? 8 : 4, Math.min(220, Math.floor(width / (across * (this.columns + 0.6 + space) - space)),
      Math.floor((height / down - this.title) / (this.rows + 0.6))));
  }

  /** [x, y] of the upper left corner of a slice, its name included. */
  sliceCorner(slice) {
    return [slice % this.across * this.sliceWidth, Math.floor(slice / this.across) * this.sliceHeight];
  }

  /** "z=1 w=2". */
  sliceName(slice) {
    let rest = slice;
    return this.depth.map((size, index) => {
      const at = rest % size;
      rest = Math.floor(rest / size);
      return `${"zwvu"[index]}=${at}`;
    }).join(" ");
  }

  /** Rectangles [x, y, width, height] of a place; a link round a ring of its slice has two, the first at its sender. */
  rectangles(place) {
    const { links, nodes, ports, size } = this.map;
    if (place >= links.from.length) return [this.nodeRectangle(nodes[place - links.from.length])];
    const port = ports[links.port[place]];
    const from = nodes[links.from[place]];
    if (port.dimension > 1) return [this.blockRectangle(from, port)];
    const rectangles = [this.laneRectangle(from, port, 1)];
    const end = port.step > 0 ? size[port.dimension] - 1 : 0;
    if (from[port.dimension] === end) rectangles.push(this.laneRectangle(nodes[links.to[place]], port, -1));
    return rectangles;
  }

  nodeRectangle([x, y = 0, ...deeper]) {
    const [left, top] = this.sliceCorner(deeper.reduceRight((slice, at, index) => slice * this.depth[index] + at, 0));
    return [left + this.gap + x * this.pitch, top + this.title + this.gap + (this.rows - 1 - y) * this.pitch, this.node,
      this.node];
  }

  /** The lane of a link by `port` in the gap behind (side 1) or before (side -1) this node, in the link's direction. */
  laneRectangle(coordinate, port, side) {
    const [left, top] = this.nodeRectangle(coordinate);
    const length = this.gap - 2 * this.pad;
    const across = Math.floor((this.node - 2 * this.lane - this.between) / 2);
    const shift = port.step > 0 ? across : across + this.lane + this.between;
    const forward = port.step * side > 0;
    if (port.dimension === 0) {
      return [forward ? left + this.node + this.pad : left - this.gap + this.pad, top + shift, length, this.lane];
    }
    return [left + shift, forward ? top - this.gap + this.pad : top + this.node + this.pad, this.lane, length];
  }

  /** The block of a link to another slice, at the upper right of its node: + above -, z to the left of w. */
  blockRectangle(coordinate, port) {
    const [left, top] = this.nodeRectangle(coordinate);
    const block = Math.max(1, Math.floor((0.6 * this.gap - this.between) / 2));
    const step = block + Math.max(1, this.between);
    const middle = [left + this.node + this.gap / 2, top - this.gap / 2];
    const [first, upper] = [middle[0] - (this.depth.length * step - step + block) / 2, middle[1] - (step + block) / 2];
    return [Math.round(first) + (port.dimension - 2) * step, Math.round(upper) + (port.step > 0 ? 0 : step), block, block];
  }
}

class TorusPicture {
  constructor(state) {
    this.state = state;
    this.canvas = element("canvas", { id: "torus", role: "img", "aria-label": "Links and nodes of the network", tabindex: "0" });
    this.note = element("div", { class: "note", hidden: true });
    this.box = element("div", { class: "torus" }, this.canvas, this.note);
    this.canvas.addEventListener("mousemove", (event) => this.hover(event));
    this.canvas.addEventListener("mouseleave", () => { this.note.hidden = true; });
    this.canvas.addEventListener("click", (event) => {
      const place = this.placeAt(event);
      if (place !== null) state.set({ place });
    });
  }

  /** Chooses the size of the picture, in pixels of the screen so that nothing is blurred. */
  layOut() {
    const ratio = window.devicePixelRatio || 1;
    const width = this.box.clientWidth * ratio;
    // All of it on the first screen, unless lanes would be too fine.
    const rows = (this.state.map.size[1] ?? 1) * (this.state.map.size[3] ?? 1);
    const height = Math.max(320, window.innerHeight - 330, Math.min(640, 9 * rows));
    this.geometry = new TorusGeometry(this.state.map, width, height * ratio, Math.round(17 * ratio));
    this.canvas.width = this.geometry.width;
    this.canvas.height = this.geometry.height;
    this.canvas.style.width = `${this.geometry.width / ratio}px`;
    this.canvas.style.height = `${this.geometry.height / ratio}px`;
    this.places = this.state.map.links.from.length + this.state.map.nodes.length;
    this.rectangles = Array.from({ length: this.places }, (_, place) => this.geometry.rectangles(place));
    this.draw();
  }

  draw() {
    const context = this.canvas.getContext("2d", { alpha: false });
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const colours = new Map();
    for (let place = 0; place < this.places; ++place) {
      const value = this.state.value(place, this.state.window);
      if (!colours.has(value)) colours.set(value, this.state.colour(value));
      context.fillStyle = colours.get(value);
      for (const rectangle of this.rectangles[place]) context.fillRect(...rectangle);
    }
    if (this.geometry.slices > 1) this.drawSliceNames(context);
    if (this.geometry.pitch >= 48 * (window.devicePixelRatio || 1)) this.drawNames(context);
    this.drawMarked(context);
  }

  /** Above each slice, at its left. */
  drawSliceNames(context) {
    const { gap, title, slices } = this.geometry;
    context.font = `600 ${Math.round(title * 0.7)}px system-ui, sans-serif`;
    context.textAlign = "left";
    context.fillStyle = "#475569";
    for (let slice = 0; slice < slices; ++slice) {
      const [left, top] = this.geometry.sliceCorner(slice);
      context.fillText(this.geometry.sliceName(slice), left + gap, top + Math.round(title * 0.8));
    }
  }

  /** Coordinates in the nodes, and arrows on the lanes within slices, where there is room. */
  drawNames(context) {
    const { node, pitch, lane } = this.geometry;
    const links = this.state.map.links.from.length;
    const ratio = window.devicePixelRatio || 1;
    context.font = `${Math.round(Math.min(13 * ratio, Math.max(9 * ratio, pitch * 0.11)))}px system-ui, sans-serif`;
    context.textAlign = "center";
    this.state.map.nodes.forEach((coordinate, index) => {
      const [left, top] = this.rectangles[links + index][0];
      const light = this.state.position(this.state.value(links + index, this.state.window)) < 0.6;
      context.fillStyle = light || this.state.view === "difference" ? "#475569" : "#ffffff";
      context.fillText(coordinate.slice(0, 2).join(","), left + node / 2, top + node - Math.round(node * 0.12));
    });
    for (let place = 0; place < links; ++place) {
      const dark = this.state.view !== "difference" && this.state.position(this.state.value(place, this.state.window)) > 0.7;
      context.fillStyle = dark ? "rgba(255, 255, 255, 0.75)" : "rgba(51, 65, 85, 0.55)";
      if (this.state.map.ports[this.state.map.links.port[place]].dimension > 1) continue;
      for (const rectangle of this.rectangles[place]) this.drawArrow(context, place, rectangle, Math.max(2, lane * 0.3));
    }
  }

  /** At the end of a lane, a triangle in its direction. */
  drawArrow(context, place, [left, top, width, height], size) {
    const { dimension, step } = this.state.map.ports[this.state.map.links.port[place]];
    const along = dimension === 0 ? [step, 0] : [0, -step];
    const x = left + width / 2 + along[0] * (width / 2 - 1);
    const y = top + height / 2 + along[1] * (height / 2 - 1);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x - 2 * size * along[0] - size * along[1], y - 2 * size * along[1] - size * along[0]);
    context.lineTo(x - 2 * size * along[0] + size * along[1], y - 2 * size * along[1] + size * along[0]);
    context.fill();
  }

  drawMarked(context) {
    context.strokeStyle = "#0f172a";
    context.lineWidth = Math.max(1, Math.round(window.devicePixelRatio || 1));
    for (const [left, top, width, height] of this.rectangles[this.state.place] ?? []) {
      context.strokeRect(left - 1.5, top - 1.5, width + 3, height + 3);
    }
  }

  placeAt(event) {
    const ratio = this.canvas.width / this.canvas.clientWidth;
    const [x, y] = [event.offsetX * ratio, event.offsetY * ratio];
    const found = this.rectangles.findIndex((rectangles) => rectangles.some(([left, top, width, height]) =>
      x >= left && x < left + width && y >= top && y < top + height));
    return found < 0 ? null : found;
  }

  hover(event) {
    const place = this.placeAt(event);
    this.note.hidden = place === null;
    if (place === null) return;
    const { state } = this;
    const lines = [...state.map.measures.values()].map((measure) => element("div", {},
      element("span", {}, measure.name), ` ${digits(measure.at(place, state.window))} ${measure.unit}`));
    this.note.replaceChildren(element("b", {}, placeName(state.map, place)), ...lines);
    this.note.style.left = `${Math.min(event.offsetX + 14, this.box.clientWidth - 190)}px`;
    this.note.style.top = `${event.offsetY + 14}px`;
  }
}
