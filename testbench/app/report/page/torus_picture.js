// The picture of the network: colours of places, names at every size, zoom and pan. What a mouse or a key does with it
// is in torus_input.js.

const MARGIN = { left: 32, bottom: 18 };  // for the coordinates at the edges, in pixels of the page
const LEAST_PITCH = 14;                   // nodes closer than that are hard to tell apart: the picture becomes higher
const MOST_PITCH = 110;
const NAMED_PITCH = 48;                   // from here on there is room for a node's coordinates in it

class TorusPicture {
  constructor(state) {
    this.state = state;
    this.pitch = 0;  // as chosen by zooming; 0: all of the network fits
    this.offset = [0, 0];
    this.canvas = element("canvas", { id: "torus", role: "application", tabindex: "0", "aria-describedby": "torus-keys",
      "aria-label": "Links and nodes of the network" });
    this.note = element("div", { class: "note", role: "status", hidden: true });
    this.box = element("div", { class: "torus" }, this.canvas, this.note);
  }

  get ratio() {
    return window.devicePixelRatio || 1;
  }

  get margin() {
    return { left: Math.round(MARGIN.left * this.ratio), bottom: Math.round(MARGIN.bottom * this.ratio) };
  }

  /** The lowest of some heights at which nodes can be told apart; on the first screen if that will do. */
  geometryWithin(width) {
    const heights = [Math.max(320, window.innerHeight - 350), 640, 900, 1100, 1300].map((height) => height * this.ratio);
    const title = Math.round(17 * this.ratio);
    const tried = heights.map((height) => new TorusGeometry(this.state.map, width, height, title));
    return tried.find(({ pitch }) => pitch >= LEAST_PITCH * this.ratio) ?? tried.at(-1);
  }

  /** Chooses the size of the picture, in pixels of the screen so that nothing is blurred. */
  layOut() {
    const { left, bottom } = this.margin;
    const width = Math.max(100, Math.floor(this.box.clientWidth * this.ratio) - left);
    const fitting = this.geometryWithin(width);
    this.fit = fitting.pitch;
    const zoomed = this.pitch > this.fit;
    this.geometry = zoomed
      ? new TorusGeometry(this.state.map, width, fitting.height, fitting.title, { pitch: this.pitch, across: fitting.across })
      : fitting;
    this.view = [Math.min(this.geometry.width, width), Math.min(this.geometry.height, fitting.height)];
    [this.canvas.width, this.canvas.height] = [this.view[0] + left, this.view[1] + bottom];
    this.canvas.style.width = `${this.canvas.width / this.ratio}px`;
    this.canvas.style.height = `${this.canvas.height / this.ratio}px`;
    this.places = this.state.map.links.from.length + this.state.map.nodes.length;
    this.rectangles = Array.from({ length: this.places }, (_, place) => this.geometry.rectangles(place));
    this.moveTo(this.offset);
  }

  /** The picture's point `offset` comes to the upper left, as far as there is something to be seen. */
  moveTo(offset) {
    const most = [this.geometry.width - this.view[0], this.geometry.height - this.view[1]];
    this.offset = offset.map((at, axis) => Math.round(Math.min(most[axis], Math.max(0, at))));
    this.draw();
  }

  /** Makes the picture larger; [x, y] of the view stays where it is. */
  zoom(factor, point = this.view.map((size) => size / 2)) {
    const before = this.geometry.pitch;
    const pitch = Math.round(Math.min(MOST_PITCH * this.ratio, Math.max(this.fit, before * factor)));
    this.pitch = pitch > this.fit ? pitch : 0;
    const at = point.map((here, axis) => (this.offset[axis] + here) / before);
    this.offset = at.map((where, axis) => where * Math.max(pitch, this.fit) - point[axis]);
    this.layOut();
  }

  /** Rectangles of a place in the canvas, as they are drawn. */
  shown(place) {
    const [left, top] = this.origin;
    return this.rectangles[place].map(([x, y, width, height]) => [x + left, y + top, width, height]);
  }

  get origin() {
    return [this.margin.left - this.offset[0], -this.offset[1]];
  }

  isInView([x, y, width, height]) {
    const [left, top] = this.offset;
    return x < left + this.view[0] && x + width > left && y < top + this.view[1] && y + height > top;
  }

  draw() {
    const context = this.canvas.getContext("2d", { alpha: false });
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = ink("panel");
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.drawEdges(context);
    context.save();
    context.beginPath();
    context.rect(this.margin.left, 0, ...this.view);
    context.clip();
    context.translate(...this.origin);
    const colours = new Map();
    for (let place = 0; place < this.places; ++place) {
      const seen = this.rectangles[place].filter((rectangle) => this.isInView(rectangle));
      if (seen.length === 0) continue;
      const value = this.state.value(place);
      if (!colours.has(value)) colours.set(value, this.state.colour(value));
      context.fillStyle = colours.get(value);
      for (const rectangle of seen) context.fillRect(...rectangle);
    }
    if (this.geometry.slices > 1) this.drawSliceNames(context);
    if (this.geometry.pitch >= NAMED_PITCH * this.ratio) this.drawNames(context);
    this.drawNamed(context);
    this.drawMarked(context);
    context.restore();
  }

  /** Coordinates of columns and rows at the edges: all of them or, where there is little room, every second, fifth ... */
  drawEdges(context) {
    const { pitch, columns, rows } = this.geometry;
    const { left } = this.margin;
    context.font = `${Math.round(10.5 * this.ratio)}px system-ui, sans-serif`;
    context.fillStyle = ink("soft");
    const steps = [1, 2, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100, 128, 256];
    const room = [(String(columns).length * 7 + 5) * this.ratio, 12 * this.ratio];
    for (const dimension of this.state.map.size.length > 1 ? [0, 1] : [0]) {
      const every = steps.find((step) => step * pitch >= room[dimension]) ?? 256;
      context.textAlign = dimension === 0 ? "center" : "right";
      context.textBaseline = "middle";
      for (const [at, middle] of this.geometry.ticks(dimension)) {
        const where = middle - this.offset[dimension];
        if (at % every !== 0 || where < 0 || where > this.view[dimension]) continue;
        if (dimension === 0) context.fillText(String(at), left + where, this.view[1] + 8 * this.ratio);
        else context.fillText(String(at), left - 5 * this.ratio, where);
      }
    }
    context.textAlign = "left";
    context.fillText(rows > 1 ? "y↑x→" : "x→", 0, this.view[1] + 8 * this.ratio);
    context.textBaseline = "alphabetic";
  }

  /** Above each slice, at its left. */
  drawSliceNames(context) {
    const { gap, title, slices } = this.geometry;
    context.font = `600 ${Math.round(title * 0.7)}px system-ui, sans-serif`;
    context.textAlign = "left";
    context.fillStyle = ink("text");
    for (let slice = 0; slice < slices; ++slice) {
      const [left, top] = this.geometry.sliceCorner(slice);
      context.fillText(this.geometry.sliceName(slice), left + gap, top + Math.round(title * 0.8));
    }
  }

  /** Coordinates in the nodes, and arrows on the lanes within slices, where there is room. */
  drawNames(context) {
    const { node, pitch, lane } = this.geometry;
    const links = this.state.map.links.from.length;
    context.font = `${Math.round(Math.min(13 * this.ratio, Math.max(9 * this.ratio, pitch * 0.11)))}px system-ui, sans-serif`;
    context.textAlign = "center";
    this.state.map.nodes.forEach((coordinate, index) => {
      const [rectangle] = this.rectangles[links + index];
      if (!this.isInView(rectangle)) return;
      const [left, top] = rectangle;
      context.fillStyle = this.inkOn(links + index, "#475569", "#ffffff");
      context.fillText(coordinate.slice(0, 2).join(","), left + node / 2, top + node - Math.round(node * 0.12));
    });
    for (let place = 0; place < links; ++place) {
      if (this.state.map.ports[this.state.map.links.port[place]].dimension > 1) continue;
      context.fillStyle = this.inkOn(place, "rgba(51, 65, 85, 0.55)", "rgba(255, 255, 255, 0.75)");
      for (const rectangle of this.rectangles[place].filter((one) => this.isInView(one))) {
        this.drawArrow(context, place, rectangle, Math.max(2, lane * 0.3));
      }
    }
  }

  /** The one of two inks that can be read on the colour of a place. */
  inkOn(place, dark, light) {
    return isLight(this.state.colour(this.state.value(place))) ? dark : light;
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

  /** Crosses over links that carry nothing, dashed frames around others that the configuration names. */
  drawNamed(context) {
    context.strokeStyle = ink("ink");
    context.lineWidth = Math.max(1, Math.round(this.ratio));
    for (const [place, text] of this.state.map.named) {
      for (const [left, top, width, height] of this.rectangles[place].filter((one) => this.isInView(one))) {
        context.beginPath();
        if (text.startsWith("carries nothing (")) {
          context.moveTo(left, top);
          context.lineTo(left + width, top + height);
          context.moveTo(left, top + height);
          context.lineTo(left + width, top);
        } else {
          context.setLineDash([3 * this.ratio, 2 * this.ratio]);
          context.rect(left + 0.5, top + 0.5, width - 1, height - 1);
        }
        context.stroke();
        context.setLineDash([]);
      }
    }
  }

  /** A frame around the marked place; where places are small, a second one that leads the eye. */
  drawMarked(context) {
    context.strokeStyle = ink("ink");
    context.lineWidth = Math.max(1, Math.round(this.ratio));
    for (const [left, top, width, height] of this.rectangles[this.state.place] ?? []) {
      context.strokeRect(left - 1.5, top - 1.5, width + 3, height + 3);
      if (this.geometry.pitch < 24 * this.ratio) context.strokeRect(left - 5.5, top - 5.5, width + 11, height + 11);
    }
  }
}
