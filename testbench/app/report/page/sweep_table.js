// The table of a sweep by names: axes, figures, curves.

const HIDDEN = ["exit_status", "seeds", "saturated", "steady"];

class SweepTable {
  constructor(sweep) {
    Object.assign(this, sweep);
    this.axisNames = sweep.columns.slice(0, sweep.axes);
    this.figureNames = sweep.columns.slice(sweep.axes)
      .filter((name) => !HIDDEN.includes(name) && !name.endsWith("_ci95") && this.isNumeric(name));
    this.places = new Map(this.rows.map((row, place) => [row, place]));
  }

  field(row, name) {
    return row[this.columns.indexOf(name)] ?? null;
  }

  /** A field as a number of the unit that its axis is measured in. */
  number(row, name) {
    const measured = this.quantities[name];
    return measured ? measured.values[this.places.get(row)] : this.field(row, name);
  }

  /** Half of the confidence interval of a figure; 0 without one. */
  around(row, name) {
    return this.field(row, `${name}_ci95`) ?? 0;
  }

  /** Unit of a column's numbers, and their factor to it. */
  unit(name) {
    const measured = this.quantities[name];
    return measured ? { unit: measured.unit, factor: 1 } : kindOf(name);
  }

  /** At least one row has it, and all that have it a number. */
  isNumeric(name) {
    if (this.quantities[name]) return true;
    const fields = this.rows.map((row) => this.field(row, name)).filter((field) => field !== null);
    return fields.length > 0 && fields.every((field) => typeof field === "number");
  }

  /** Axes that have more than one value. */
  get varied() {
    return this.axisNames.filter((name) => this.valuesOf(name).length > 1);
  }

  /** Values of an axis in their order in the table. */
  valuesOf(name) {
    return [...new Set(this.rows.map((row) => this.field(row, name)))];
  }

  /** The last axis with numbers, which has the load or the size most often. Numbers of seeds are names. */
  get lastNumericAxis() {
    const numeric = this.axisNames.filter((name) => this.isNumeric(name));
    return numeric.filter((name) => name !== "seed").at(-1) ?? numeric.at(-1);
  }

  /** The axes whose combinations are curves when `across` is on the x axis. */
  otherAxes(across) {
    const load = this.axisNames.find((name) => /(^|\.)load$/.test(name));
    const over = this.axisNames.includes(across) ? across : load ?? this.lastNumericAxis;
    return this.axisNames.filter((name) => name !== over);
  }

  /** Curves of `figure` over `across`: one for each combination of the axes that are not on the x axis. `kept` has the
   * values of axes that rows must have. */
  curves(across, figure, kept = {}) {
    const others = this.otherAxes(across);
    const factor = this.unit(figure).factor;
    const curves = new Map();
    for (const row of this.rows) {
      const [x, y] = [this.number(row, across), this.field(row, figure)];
      if (x === null || y === null) continue;
      if (Object.entries(kept).some(([name, value]) => others.includes(name) && String(this.field(row, name)) !== value)) continue;
      const label = others.map((name) => `${name} ${this.field(row, name)}`).join(", ") || figure;
      if (!curves.has(label)) curves.set(label, []);
      curves.get(label).push({ x, y: y * factor, around: this.around(row, figure) * factor, saturated: this.isSaturated(row),
        parts: others.map((name) => this.field(row, name)) });
    }
    for (const points of curves.values()) points.sort((a, b) => a.x - b.x);
    return curves;
  }

  /** Of several seeds: of at least half of them. Tables without the column: less than 95 % of what is offered arrives. */
  isSaturated(row) {
    const told = this.field(row, "saturated");
    if (told !== null) return told === true || told >= 0.5;
    const [offered, accepted] = [this.field(row, "offered"), this.field(row, "accepted")];
    return offered !== null && accepted < 0.95 * offered;
  }

  /** Figures as a scatter takes them, those of axes with numbers too. */
  scatterFigures() {
    const numeric = this.varied.filter((name) => this.isNumeric(name));
    return new Map([...this.figureNames, ...numeric].map((name) => {
      const { unit, factor } = this.unit(name);
      const times = (value) => value === null ? null : value * factor;
      return [name, { label: name, unit, value: (row) => times(this.number(row, name)), around: (row) => times(this.around(row, name)) }];
    }));
  }
}
