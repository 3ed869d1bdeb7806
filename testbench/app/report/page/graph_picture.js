// The picture of a graph of hosts and switches: lines in the colours of links, squares in those of what goes to the hosts.

const LEVEL_NAMES = 58;     // for the names of levels at the left, in pixels of the page
const MOST_SCALE = 12;      // of zooming
const NAMED_SPACING = 46;   // from here on there is room for a node's name, in pixels of the page
const NUMBERED_SPACING = 17;
const MOST_TIPS = 400;

class GraphPicture extends TorusPicture {
  get margin() {
    return { left: this.state.map.groupSize > 0 ? 0 : Math.round(LEVEL_NAMES * this.ratio), bottom: 0 };
  }

  get scale() {
    return this.pitch || 1;
  }

  layOut() {
    const { left } = this.margin;
    const { map } = this.state;
    const width = Math.max(100, Math.floor(this.box.clientWidth * this.ratio) - left);
    const tallest = map.groupSize > 0 ? Math.min(width, 860 * this.ratio) : 560 * this.ratio;
    const height = Math.min(tallest, Math.max(360, window.innerHeight - 330) * this.ratio);
    this.geometry = new GraphGeometry(map, width * this.scale, height * this.scale, this.ratio);
    this.view = [width, height];
    [this.canvas.width, this.canvas.height] = [width + left, height];
    this.canvas.style.width = `${this.canvas.width / this.ratio}px`;
    this.canvas.style.height = `${this.canvas.height / this.ratio}px`;
    this.places = map.links.from.length + map.nodes.length;
    this.rectangles = Array.from({ length: this.places }, (_, place) => [this.geometry.rectangle(place)]);
    this.moveTo(this.offset);
  }

  zoom(factor, point = this.view.map((size) => size / 2)) {
    const before = this.scale;
    const scale = Math.min(MOST_SCALE, Math.max(1, before * factor));
    this.offset = point.map((here, axis) => (this.offset[axis] + here) / before * scale - here);
    this.pitch = scale > 1 ? scale : 0;
    this.layOut();
  }

  draw() {
    const context = this.canvas.getContext("2d", { alpha: false });
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = ink("panel");
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    context.save();
    context.beginPath();
    context.rect(this.margin.left, 0, ...this.view);
    context.clip();
    context.translate(...this.origin);
    this.drawLinks(context);
    this.drawNodes(context);
    this.drawNamed(context);
    this.drawMarked(context);
    context.restore();
    this.drawLevels(context);
  }

  trace(context, line) {
    context.beginPath();
    line.forEach(([x, y], at) => (at === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  }

  /** Links that are used most above the others. */
  drawLinks(context) {
    const { lines, lane } = this.geometry;
    const values = lines.map((_, place) => this.state.value(place));
    const order = lines.map((_, place) => place).sort((a, b) => Math.abs(values[a]) - Math.abs(values[b]));
    const arrows = lines.length <= MOST_TIPS;
    context.lineWidth = lane;
    for (const place of order) {
      const colour = this.state.colour(values[place]);
      context.strokeStyle = colour;
      this.trace(context, lines[place]);
      context.stroke();
      if (!arrows) continue;
      context.fillStyle = colour;
      this.drawTip(context, lines[place], Math.max(2.2 * this.ratio, 1.3 * lane));
    }
  }

  /** A triangle behind the middle of a line, in its direction. */
  drawTip(context, line, size) {
    const end = Math.max(1, Math.round(0.62 * (line.length - 1)));
    const [a, b] = [line[end - 1], line[end]];
    const share = line.length === 2 ? 0.62 : 1;
    const [x, y] = [0, 1].map((axis) => a[axis] + share * (b[axis] - a[axis]));
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const [along, down] = [(b[0] - a[0]) / length * size, (b[1] - a[1]) / length * size];
    context.beginPath();
    context.moveTo(x + along, y + down);
    context.lineTo(x - along - down, y - down + along);
    context.lineTo(x - along + down, y - down - along);
    context.fill();
  }

  drawNodes(context) {
    const { points, map } = this.geometry;
    const links = map.links.from.length;
    context.lineWidth = Math.max(1, Math.round(this.ratio));
    points.forEach(([x, y], number) => {
      const size = this.geometry.sizeOf(number);
      const framed = size > 3 * this.ratio;
      const high = framed || this.geometry.circle ? size : 6 * this.ratio;  // where nodes are thin, their row is a strip
      const isHost = number < map.hosts;
      context.fillStyle = isHost ? this.state.colour(this.state.value(links + number)) : ink(framed ? "panel" : "soft");
      context.strokeStyle = ink("soft");
      context.beginPath();
      context.rect(x - size / 2, y - high / 2, size, high);
      context.fill();
      if (framed) context.stroke();
    });
    this.drawNames(context);
  }

  /** In the squares of a circle, beside those of rows. */
  drawNames(context) {
    const { points, spacings, heights, map, circle } = this.geometry;
    context.font = `${Math.round(10.5 * this.ratio)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.fillStyle = ink("text");
    points.forEach(([x, y], number) => {
      const room = spacings[heights[number]] / this.ratio;
      if (room < NUMBERED_SPACING) return;
      const digits = nodeName(map, number).replace(/\D/g, "");
      const half = this.geometry.sizeOf(number) / 2;
      if (circle) {
        context.fillStyle = number < map.hosts ? this.inkOn(map.links.from.length + number, "#1e293b", "#ffffff") : ink("text");
        if (digits.length < 3) context.fillText(digits, x, y + 4 * this.ratio);
      } else {
        const text = room >= NAMED_SPACING ? nodeName(map, number) : digits;
        context.fillText(text, x, number < map.hosts ? y + half + 11 * this.ratio : y - half - 4 * this.ratio);
      }
    });
  }

  /** Levels at the left; groups outside of the circle. */
  drawLevels(context) {
    const { rows, circle, map, ratio } = this.geometry;
    context.font = `${Math.round(11 * ratio)}px system-ui, sans-serif`;
    context.fillStyle = ink("soft");
    context.textBaseline = "middle";
    context.textAlign = circle ? "center" : "left";
    if (!circle) {
      rows.forEach((nodes, level) => {
        if (nodes.length === 0) return;
        const name = level === 0 ? "hosts" : rows.length > 2 ? `level ${level}` : "switches";
        context.fillText(name, 0, this.geometry.points[nodes[0]][1] + this.origin[1]);
      });
    } else if (this.geometry.groups > 1) {
      for (let group = 0; group < this.geometry.groups; ++group) {
        const angle = this.geometry.angleOf(group, 0.5);
        const [x, y] = [0, 1].map((axis) => this.geometry.centre[axis] + this.origin[axis]
          + (this.geometry.radius + 13 * ratio) * (axis === 0 ? Math.cos(angle) : Math.sin(angle)));
        context.fillText(this.geometry.groups > 40 ? "" : `g${group}`, x, y);
      }
    }
    context.textBaseline = "alphabetic";
  }

  /** Crosses on links that carry nothing, dashes beside others that the configuration names. */
  drawNamed(context) {
    context.strokeStyle = ink("ink");
    context.lineWidth = Math.max(1, Math.round(this.ratio));
    for (const [place, text] of this.state.map.named) {
      if (!text.startsWith("carries nothing (")) {
        context.setLineDash([3 * this.ratio, 3 * this.ratio]);
        this.trace(context, this.geometry.lines[place]);
        context.stroke();
        context.setLineDash([]);
        continue;
      }
      const [left, top, width, height] = this.geometry.rectangle(place);
      context.beginPath();
      context.moveTo(left, top);
      context.lineTo(left + width, top + height);
      context.moveTo(left, top + height);
      context.lineTo(left + width, top);
      context.stroke();
    }
  }

  /** The marked link between two thin lines, the marked node in a frame. */
  drawMarked(context) {
    const { lines, lane } = this.geometry;
    const { place } = this.state;
    context.strokeStyle = ink("ink");
    context.lineWidth = Math.max(1, Math.round(this.ratio));
    if (place >= lines.length) {
      const [left, top, width, height] = this.geometry.rectangle(place);
      const room = 3 * this.ratio;
      context.strokeRect(left - room, top - room, width + 2 * room, height + 2 * room);
      return;
    }
    for (const side of [-1, 1]) {
      this.trace(context, shifted(lines[place], side * (lane / 2 + 1.2 * this.ratio)));
      context.stroke();
    }
    context.fillStyle = ink("ink");
    this.drawTip(context, lines[place], Math.max(4 * this.ratio, 1.6 * lane));
  }
}

/** How far [x, y] is from a line. */
function distanceTo(line, [x, y]) {
  let least = Infinity;
  for (let at = 1; at < line.length; ++at) {
    const [[x0, y0], [x1, y1]] = [line[at - 1], line[at]];
    const [across, down] = [x1 - x0, y1 - y0];
    const share = Math.min(1, Math.max(0, ((x - x0) * across + (y - y0) * down) / (across * across + down * down || 1)));
    least = Math.min(least, Math.hypot(x - x0 - share * across, y - y0 - share * down));
  }
  return least;
}

class GraphInput extends TorusInput {
  get example() {
    return ["switch 3", "a node, as in host 3, or a link, as in host 3 to switch 1"];
  }

  placeAt(event) {
    const [left, top] = this.picture.origin;
    const [x, y] = this.pointOf(event);
    const point = [x - left, y - top];
    const { geometry } = this.picture;
    const { lines, points, ratio } = geometry;
    const on = points.findIndex((at, node) =>
      Math.hypot(at[0] - point[0], at[1] - point[1]) <= Math.max(geometry.sizeOf(node) * 0.6, 3 * ratio));
    if (on >= 0) return lines.length + on;
    let [found, least] = [null, NEAR * ratio];
    lines.forEach((line, place) => {
      const far = distanceTo(line, point);
      if (far < least) [found, least] = [place, far];
    });
    return found;
  }

  title(place) {
    const { map } = this.state;
    const used = map.measures.get("utilisation");
    const share = used && place < map.links.from.length ? `: ${percent(this.state.of(used, place))}` : "";
    return placeName(map, place) + share;
  }

  /** To the next node of the row, or to the nearest one of the next row. */
  step(dimension, by) {
    const { geometry } = this.picture;
    const links = geometry.lines.length;
    const node = this.nodeOf(this.state.place);
    const level = geometry.heights[node];
    const row = geometry.rows[level];
    if (dimension === 0) return this.go(links + row[(row.indexOf(node) + by + row.length) % row.length]);
    const next = geometry.rows[level + by] ?? [];
    const [x, y] = geometry.points[node];
    const far = (other) => Math.hypot(geometry.points[other][0] - x, geometry.points[other][1] - y);
    if (next.length > 0) this.go(links + next.reduce((best, other) => far(other) < far(best) ? other : best));
    return undefined;
  }

  slice() {}

  /** The place that words name: "host 3", "switch 1 to host 3", or a node's number; null if there is none. */
  placeOf(text) {
    const { map } = this.state;
    const links = map.links.from.length;
    const numberOf = ([, kind, digits]) => {
      const number = Number(digits);
      if (kind.toLowerCase() === "switch") return number + map.hosts;
      return number < map.hosts ? number : NaN;
    };
    const named = [...text.matchAll(/(host|switch)\s*(\d+)/gi)].map(numberOf);
    const nodes = named.length > 0 ? named : (text.match(/^\s*\d+\s*$/) ?? []).map(Number);
    if (nodes.length === 0 || nodes.some((node) => !(node < map.nodes.length))) return null;
    if (nodes.length === 1) return links + nodes[0];
    const link = map.links.from.findIndex((from, at) => from === nodes[0] && map.links.to[at] === nodes[1]);
    return link < 0 ? null : link;
  }
}
