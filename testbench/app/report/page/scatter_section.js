// Any two figures of designs or points against each other, chosen by the reader, with a third as colour or size.

/** More of these is better; less of all others. */
const MORE_IS_BETTER = /per_second|GBps|accepted|utilisation|gain|delivered|within_10|bandwidth|messages_per|offered/;
const senseOfFigure = (name) => MORE_IS_BETTER.test(name) ? 1 : -1;

/**
 * What is drawn: `rows` with `name(row)`, and `figures` by name: {label, unit, value(row), around(row)}. `words` are columns
 * of words, which can be the colour too.
 */
class Scatter {
  constructor({ rows, name, figures, words, x, y, colour = "" }) {
    Object.assign(this, { rows, name, figures, words, box: element("div", { class: "scatter" }) });
    this.told = element("p", { class: "told", role: "status" });
    this.chosen = { x, y, colour, size: "", xSense: senseOfFigure(x), ySense: senseOfFigure(y) };
  }

  set(changes) {
    Object.assign(this.chosen, changes);
    if ("x" in changes) this.chosen.xSense = senseOfFigure(changes.x);
    if ("y" in changes) this.chosen.ySense = senseOfFigure(changes.y);
    this.draw();
  }

  /** Colours of rows, and what they mean. */
  shades() {
    const { colour } = this.chosen;
    if (!colour) return { of: () => null, legend: "" };
    if (this.words.has(colour)) {
      const kinds = [...new Set(this.rows.map(this.words.get(colour)))];
      const shade = (kind) => visible(OTHERS[kinds.indexOf(kind) % OTHERS.length]);
      return { of: (row) => shade(this.words.get(colour)(row)), legend: element("p", { class: "legend" }, `${colour}: `,
        ...kinds.slice(0, OTHERS.length).map((kind) => element("span", {}, element("i", { class: "dot", style: `--part: ${shade(kind)}` }),
          String(kind)))) };
    }
    const { value, unit, label } = this.figures.get(colour);
    const known = this.rows.map(value).filter((one) => one !== null);
    const [low, high] = [Math.min(...known), Math.max(...known)];
    const at = (one) => 0.3 + 0.7 * (high > low ? (one - low) / (high - low) : 1);
    return { of: (row) => value(row) === null ? null : colourAt(amountColours(), at(value(row))),
      legend: element("p", { class: "legend" }, `${label}: `, ...[low, high].map((one) => element("span", {},
        element("i", { class: "dot", style: `--part: ${colourAt(amountColours(), at(one))}` }), valueText(one, unit)))) };
  }

  /** Points that have both figures. */
  points() {
    const { x, y, size } = this.chosen;
    const [across, up, large] = [this.figures.get(x), this.figures.get(y), this.figures.get(size)];
    const shades = this.shades();
    const most = large ? Math.max(...this.rows.map((row) => large.value(row) ?? 0)) : 0;
    return this.rows.filter((row) => across.value(row) !== null && up.value(row) !== null).map((row) => ({
      name: this.name(row), x: across.value(row), y: up.value(row), aroundX: across.around(row), aroundY: up.around(row),
      shade: shades.of(row), size: large && most > 0 ? (large.value(row) ?? 0) / most : 0, text: this.textOf(row) }));
  }

  /** Name and figures of a row, in words. */
  textOf(row) {
    const { x, y, colour, size } = this.chosen;
    const figures = [...new Set([x, y, colour, size])].filter((name) => this.figures.has(name)).map((name) => {
      const { label, unit, value, around } = this.figures.get(name);
      const half = around(row);
      return `${label} ${valueText(value(row), unit)}${half ? ` ± ${valueText(half, unit, 2)}` : ""}`;
    });
    return `${this.name(row)}: ${figures.join(", ")}`;
  }

  draw() {
    const { x, y, xSense, ySense } = this.chosen;
    const points = this.points();
    const [across, up] = [this.figures.get(x), this.figures.get(y)];
    const senses = [xSense, ySense];
    this.front = paretoFront(points, senses);
    this.told.textContent = points.length === 0 ? "No point has both figures." : `${this.front.filter(Boolean).length} of `
      + `${points.length} are on the front: no other one is as good in both and better in one.`;
    const axis = (figure, sense) => ({ label: `${figure.label}, ${sense < 0 ? "less" : "more"} is better`, unit: figure.unit });
    this.box.replaceChildren(points.length === 0 ? "" : scatterBox(points, { title: `${up.label} against ${across.label}`,
      across: axis(across, xSense), up: axis(up, ySense), front: this.front, senses,
      onChoose: (text) => { this.told.textContent = text; } }), this.shades().legend);
  }

  controls() {
    const names = [...this.figures.keys()];
    const better = (label, key) => {
      const box = select(label, ["less is better", "more is better"], "", (text) => this.set({ [key]: text[0] === "l" ? -1 : 1 }));
      this.betters = { ...this.betters, [key]: box };
      return box;
    };
    const axis = (label, key, sense) => select(label, names, this.chosen[key], (name) => {
      this.set({ [key]: name });
      this.showSenses();
    });
    const tools = element("div", { class: "controls" }, axis("x", "x"), better("", "xSense"), axis("y", "y"), better("", "ySense"),
      select("Colour", ["", ...this.words.keys(), ...names], this.chosen.colour, (colour) => this.set({ colour })),
      select("Dot size", ["", ...names], "", (size) => this.set({ size })));
    this.showSenses();
    return tools;
  }

  showSenses() {
    for (const [key, box] of Object.entries(this.betters)) {
      box.querySelector("select").value = this.chosen[key] < 0 ? "less is better" : "more is better";
    }
  }
}

function scatterSection(id, title, options) {
  if (options.figures.size < 2 || options.rows.length < 2) return null;
  const scatter = new Scatter(options);
  section(id, title, "wide", scatter.controls(), scatter.box, scatter.told);
  scatter.draw();
  onTheme(() => scatter.draw());
  window.tactus.scatter = scatter;
  return scatter;
}
