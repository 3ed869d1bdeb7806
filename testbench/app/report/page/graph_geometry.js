// A graph of hosts and switches as points and lines. Trees, and what has no other form, are rows by height: hosts at the
// bottom. Switches that are joined in groups stand on a circle, group by group, their hosts outside. A cable is two lanes,
// each at the right of the other, as on a road.

const CURVE = [24, 12];  // pieces of a line that is not straight, where there are few and where there are many
const MANY = 4000;       // links

/** Links to the nearest host, by node. */
function heightsOf({ nodes, hosts, links }) {
  const beside = nodes.map(() => []);
  links.from.forEach((from, link) => beside[from].push(links.to[link]));
  const heights = nodes.map((_, node) => node < hosts ? 0 : -1);
  const reached = Array.from({ length: hosts }, (_, host) => host);
  for (const node of reached) {
    for (const next of beside[node]) {
      if (heights[next] >= 0) continue;
      heights[next] = heights[node] + 1;
      reached.push(next);
    }
  }
  return heights.map((height) => Math.max(0, height));
}

/** Points from a to b; `bend` is the point that the line of so many pieces turns to, null for a straight one. */
function curvePoints(a, b, bend, pieces) {
  if (!bend) return [a, b];
  return Array.from({ length: pieces + 1 }, (_, at) => {
    const [t, s] = [at / pieces, 1 - at / pieces];
    return [0, 1].map((axis) => s * s * a[axis] + 2 * s * t * bend[axis] + t * t * b[axis]);
  });
}

/** The same line, moved to its right. */
function shifted(points, by) {
  return points.map(([x, y], at) => {
    const [before, after] = [points[Math.max(0, at - 1)], points[Math.min(points.length - 1, at + 1)]];
    const [across, down] = [after[0] - before[0], after[1] - before[1]];
    const length = Math.hypot(across, down) || 1;
    return [x - by * down / length, y + by * across / length];
  });
}

class GraphGeometry {
  /** `width` and `height` in pixels of the canvas, `ratio` of these to a pixel of the page. */
  constructor(map, width, height, ratio) {
    Object.assign(this, { map, width, height, ratio });
    this.heights = heightsOf(map);
    const most = this.heights.reduce((largest, one) => Math.max(largest, one), 0);
    this.rows = Array.from({ length: most + 1 }, () => []);
    this.heights.forEach((level, node) => this.rows[level].push(node));
    this.circle = map.groupSize > 0 && most === 1;
    this.spacings = this.circle ? this.placeOnCircle() : this.placeInRows();
    this.sizes = this.spacings.map((spacing) => Math.max(1, Math.min(16 * ratio, 0.62 * spacing)));
    const cables = map.links.from.length / 2;
    const room = Math.sqrt(width * height / Math.max(1, cables));
    this.lane = Math.min(3.5 * ratio, Math.max(0.7 * ratio, room * 0.045));
    this.lines = Array.from(map.links.from, (_, link) => this.lineOf(link));
  }

  /** Distances of two nodes, by row. Arcs of cables within the highest row have room above it. */
  placeInRows() {
    const { from, to } = this.map.links;
    const pad = 24 * this.ratio;
    this.top = this.rows.length - 1;
    const arcs = from.some((node, link) => this.heights[node] === this.top && this.heights[to[link]] === this.top);
    this.points = [];
    this.row = (this.height - 2 * pad) / Math.max(1, this.top + (arcs ? 0.7 : 0));
    return this.rows.map((nodes, level) => {
      const step = this.width / nodes.length;
      nodes.forEach((node, at) => { this.points[node] = [(at + 0.5) * step, this.height - pad - level * this.row]; });
      return step;
    });
  }

  placeOnCircle() {
    const { nodes, hosts, groupSize, links } = this.map;
    this.centre = [this.width / 2, this.height / 2];
    this.radius = Math.min(this.width, this.height) / 2 - 22 * this.ratio;
    const groups = Math.ceil((nodes.length - hosts) / groupSize);
    const span = 2 * Math.PI / groups;
    const part = groups > 1 ? 0.82 : 1;
    this.angleOf = (group, share) => group * span + span * (0.5 + part * (share - 0.5)) - Math.PI / 2;
    const at = (angle, share) => [0, 1].map((axis) =>
      this.centre[axis] + share * this.radius * (axis === 0 ? Math.cos(angle) : Math.sin(angle)));
    this.points = [];
    const under = nodes.map(() => []);
    links.from.forEach((from, link) => { if (from >= hosts && links.to[link] < hosts) under[from].push(links.to[link]); });
    for (let node = hosts; node < nodes.length; ++node) {
      const [group, place] = [Math.floor((node - hosts) / groupSize), (node - hosts) % groupSize];
      this.points[node] = at(this.angleOf(group, (place + 0.5) / groupSize), 0.76);
      under[node].forEach((host, number) => {
        this.points[host] = at(this.angleOf(group, (place + (number + 0.5) / under[node].length) / groupSize), 0.95);
      });
    }
    this.groups = groups;
    return [0.95, 0.76].map((share, level) => 2 * Math.PI * part * share * this.radius / this.rows[level].length);
  }

  sizeOf(node) {
    return this.sizes[this.heights[node]];
  }

  groupOf(node) {
    return node < this.map.hosts ? -1 : Math.floor((node - this.map.hosts) / this.map.groupSize);
  }

  /** The point that a cable between nodes of a row, or of a circle, turns to. */
  bendOf(from, to) {
    if (this.heights[from] !== this.heights[to]) return null;
    const [a, b] = [this.points[from], this.points[to]];
    const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    if (!this.circle) {
      const most = (this.heights[from] === this.top ? 1.3 : 1.7) * this.row;  // the line comes half as far
      return [middle[0], middle[1] - most * (0.1 + 0.9 * Math.abs(a[0] - b[0]) / this.width)];
    }
    if (this.groups === 1) return null;
    const share = this.groupOf(from) === this.groupOf(to) ? 0.95 - 0.4 * Math.abs(from - to) / this.map.groupSize : 0.3;
    return middle.map((one, axis) => this.centre[axis] + share * (one - this.centre[axis]));
  }

  lineOf(link) {
    const [from, to] = [this.map.links.from[link], this.map.links.to[link]];
    const pieces = CURVE[this.map.links.from.length > MANY ? 1 : 0];
    return shifted(curvePoints(this.points[from], this.points[to], this.bendOf(from, to), pieces), 0.5 * this.lane + 0.35 * this.ratio);
  }

  /** A small rectangle [x, y, width, height] where a place is: a node, or the middle of a line. */
  rectangle(place) {
    const links = this.lines.length;
    if (place >= links) {
      const [x, y] = this.points[place - links];
      const size = this.sizeOf(place - links);
      return [x - size / 2, y - size / 2, size, size];
    }
    const line = this.lines[place];
    const half = Math.floor((line.length - 1) / 2);
    const [a, b] = line.length % 2 === 0 ? [line[half], line[half + 1]] : [line[half], line[half]];
    const size = Math.max(4 * this.ratio, this.lane);
    return [(a[0] + b[0] - size) / 2, (a[1] + b[1] - size) / 2, size, size];
  }
}
