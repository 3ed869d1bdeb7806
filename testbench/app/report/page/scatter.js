// Points by two figures, with their names, their front, and a third figure or a word as colour, a fourth as size.

const SVG = "http://www.w3.org/2000/svg";

function drawn(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** Which points no other one beats: none is as good in both and better in one. Senses are -1 for less, 1 for more. */
function paretoFront(points, [acrossSense, upSense]) {
  return points.map((one) => !points.some((other) => {
    const [across, up] = [acrossSense * (other.x - one.x), upSense * (other.y - one.y)];
    return across >= 0 && up >= 0 && (across > 0 || up > 0);
  }));
}

/** Round numbers that span values, about `count` of them. */
function roundTicks(low, high, count = 5) {
  if (!(high > low)) return [low];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough);
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, index) => (first + index) * step);
}

/** The ends of an axis: values with their intervals and some room; 0 too if it is near. */
function axisEnds(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = (high - low || Math.abs(high) || 1) * 0.08;
  return [low >= 0 && low - room < 0.35 * high ? 0 : low - room, high + room];
}

/** The frame of a picture that is so many pixels wide. */
const frameOf = (width) => ({ width, height: Math.round(Math.min(420, Math.max(250, 0.6 * width))), left: 74, right: 18, top: 12,
  bottom: 44 });

/** Places names beside their points so that they do not cover each other; null where there is no room. */
function placeNames(points, named, frame) {
  const taken = points.map(({ cx, cy, r }) => [cx - r, cy - r, 2 * r, 2 * r]);
  const meets = ([x, y, width, height]) => taken.some(([left, top, across, up]) =>
    x < left + across && left < x + width && y < top + up && top < y + height);
  return points.map(({ cx, cy, r, name }, index) => {
    if (!named(index)) return null;
    const width = 6.1 * name.length + 2;
    const places = [[cx + r + 2, cy - r - 12], [cx + r + 3, cy - 6], [cx - r - 3 - width, cy - 6], [cx - width / 2, cy - r - 15],
      [cx - width / 2, cy + r + 3], [cx + r + 2, cy + r + 2]];
    const found = places.find(([x, y]) => x >= frame.left && x + width <= frame.width && y >= 0
      && y + 13 < frame.height - frame.bottom && !meets([x, y, width, 13]));
    if (!found) return null;
    taken.push([found[0], found[1], width, 13]);
    return [found[0], found[1] + 10];
  });
}

/** A box with the picture, which is drawn anew when its width changes. */
function scatterBox(points, options) {
  const box = element("div", { class: "scatter" });
  let drawnWidth = 0;
  const draw = () => {
    const width = Math.round(Math.min(860, Math.max(260, box.clientWidth)));
    if (width === drawnWidth) return;
    drawnWidth = width;
    box.replaceChildren(scatterPicture(points, options, frameOf(width)));
  };
  new ResizeObserver(draw).observe(box);
  requestAnimationFrame(draw);
  return box;
}

/**
 * The picture. Points are {name, x, y, aroundX, aroundY, shade, size, text}; `shade` is a colour and `size` 0..1. `front`
 * says of each point whether it is on the front. Axes are {label, unit}.
 */
function scatterPicture(points, { title, across, up, front, senses, onChoose }, frame) {
  const ends = ["x", "y"].map((axis) => axisEnds(points.flatMap((point) => {
    const around = point[axis === "x" ? "aroundX" : "aroundY"] ?? 0;
    return [point[axis] - around, point[axis] + around];
  })));
  const { width, height, left, right, top, bottom } = frame;
  const toX = (x) => left + (width - left - right) * (x - ends[0][0]) / (ends[0][1] - ends[0][0]);
  const toY = (y) => top + (height - top - bottom) * (1 - (y - ends[1][0]) / (ends[1][1] - ends[1][0]));
  const picture = drawn("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "front", role: "group", "aria-label": title });
  drawGrid(picture, frame, ends, toX, toY, across, up);
  const placed = points.map((point) => ({ ...point, cx: toX(point.x), cy: toY(point.y), r: 4.5 + 7 * (point.size ?? 0) }));
  picture.append(frontLine(placed.filter((_, index) => front[index]), senses));
  for (const { cx, cy, x, y, aroundX, aroundY } of placed) {
    if (aroundX) picture.append(drawn("line", { x1: toX(x - aroundX), x2: toX(x + aroundX), y1: cy, y2: cy, class: "whisker" }));
    if (aroundY) picture.append(drawn("line", { x1: cx, x2: cx, y1: toY(y - aroundY), y2: toY(y + aroundY), class: "whisker" }));
  }
  const names = placeNames(placed, (index) => front[index] || points.length <= 30, frame);
  placed.forEach((point, index) => {
    const circle = drawn("circle", { cx: point.cx, cy: point.cy, r: point.r, class: front[index] ? "on" : "off", tabindex: "0",
      role: "img", "aria-label": point.text, style: point.shade ? `fill: ${point.shade}` : null, "data-design": point.name,
      "data-x": point.x, "data-y": point.y }, drawn("title", {}, point.text));
    for (const event of ["mouseenter", "focus"]) circle.addEventListener(event, () => onChoose?.(point.text));
    picture.append(circle);
    if (names[index]) picture.append(drawn("text", { x: names[index][0], y: names[index][1] }, point.name));
  });
  return picture;
}

function drawGrid(picture, frame, [[x0, x1], [y0, y1]], toX, toY, across, up) {
  const { width, height, left, right, top, bottom } = frame;
  const [xs, ys] = [roundTicks(x0, x1, width < 480 ? 3 : 5), roundTicks(y0, y1)];
  tickTexts(ys, up.unit).forEach((text, index) => picture.append(
    drawn("line", { x1: left, x2: width - right, y1: toY(ys[index]), y2: toY(ys[index]), class: "grid" }),
    drawn("text", { x: left - 6, y: toY(ys[index]) + 4, "text-anchor": "end", class: "tick" }, text)));
  tickTexts(xs, across.unit).forEach((text, index) => picture.append(
    drawn("line", { x1: toX(xs[index]), x2: toX(xs[index]), y1: top, y2: height - bottom, class: "grid" }),
    drawn("text", { x: toX(xs[index]), y: height - bottom + 15, "text-anchor": "middle", class: "tick" }, text)));
  picture.append(drawn("text", { x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle", class: "axis" }, across.label),
    drawn("text", { x: 0, y: 0, transform: `translate(11 ${(height - bottom + top) / 2}) rotate(-90)`, "text-anchor": "middle",
      class: "axis" }, up.label));
}

/** Along what the front reaches: from each of its points straight to the level of the next. */
function frontLine(points, [acrossSense]) {
  const sorted = [...points].sort((a, b) => a.cx - b.cx || a.cy - b.cy);
  const corners = sorted.flatMap(({ cx, cy }, index) => {
    const next = sorted[index + 1];
    if (!next) return [[cx, cy]];
    // Less across is better: until the next point costs as much, this one is what there is.
    return [[cx, cy], acrossSense < 0 ? [next.cx, cy] : [cx, next.cy]];
  });
  return drawn("polyline", { points: corners.map((corner) => corner.join(",")).join(" "), class: "line" });
}
