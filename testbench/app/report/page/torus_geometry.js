// The network as grids of two dimensions: nodes are squares, links are lanes in the gaps between them. A link round a ring
// leaves at one edge of its grid and comes in at the opposite one. Of more than two dimensions there is a grid, a slice,
// for each place in the others. Links to other slices are blocks at their sender, in the corner between four nodes.

const SLICE_SPACE = 0.5;  // between two slices, of the distance of two nodes

class TorusGeometry {
  /** `width` and `height` of the room and `title`, the height of a slice's name, in pixels of the canvas. A picture that is
   * larger than its room has the distance of two nodes and the number of slices beside each other besides. */
  constructor(map, width, height, title, { pitch, across } = {}) {
    this.map = map;
    [this.columns, this.rows = 1] = map.size;
    this.depth = map.size.slice(2);
    this.slices = this.depth.reduce((product, size) => product * size, 1);
    this.title = this.slices > 1 ? title : 0;
    this.across = across ?? this.bestAcross(width, height);
    this.pitch = pitch ?? this.pitchOf(this.across, width, height);
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

  /** Middles of the columns (`dimension` 0) or rows (1) of nodes: [coordinate, pixels], slice after slice. */
  ticks(dimension) {
    const [count, slices, length] = dimension === 0
      ? [this.columns, this.across, this.sliceWidth] : [this.rows, Math.ceil(this.slices / this.across), this.sliceHeight];
    return Array.from({ length: count * slices }, (_, index) => {
      const [slice, at] = [Math.floor(index / count), index % count];
      const place = dimension === 0 ? at : this.rows - 1 - at;
      return [at, slice * length + (dimension === 0 ? 0 : this.title) + this.gap + place * this.pitch + this.node / 2];
    });
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
