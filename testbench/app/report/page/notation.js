// Units of figures, and texts of numbers that stand beside each other: all of an axis in one notation.

/** Units [least, factor, name] of a kind, largest first. */
const UNIT_STEPS = {
  B: [[2 ** 30, 2 ** 30, "GiB"], [2 ** 20, 2 ** 20, "MiB"], [2 ** 10, 2 ** 10, "KiB"], [0, 1, "B"]],
  s: [[1, 1, "s"], [1e-3, 1e-3, "ms"], [1e-6, 1e-6, "µs"], [1e-9, 1e-9, "ns"], [0, 1e-12, "ps"]],
  "B/s": [[1e12, 1e12, "TB/s"], [1e9, 1e9, "GB/s"], [1e6, 1e6, "MB/s"], [0, 1e3, "kB/s"]],
};

/** The kind of unit of a column by its name, and what its numbers are multiplied by to have that unit. */
function kindOf(name) {
  if (/bytes_per_second$|_Bps$/.test(name)) return { unit: "B/s", factor: 1 };
  if (/GBps$/.test(name)) return { unit: "B/s", factor: 1e9 };
  if (/(_seconds|_s)$/.test(name)) return { unit: "s", factor: 1 };
  if (/_ns$/.test(name)) return { unit: "s", factor: 1e-9 };
  if (/_us$/.test(name)) return { unit: "s", factor: 1e-6 };
  if (/_bytes$/.test(name)) return { unit: "B", factor: 1 };
  return { unit: "", factor: 1 };
}

const stepOf = (unit, size) => UNIT_STEPS[unit].find(([least]) => size >= least * (1 - 1e-9));

/** "64 KiB", "1.5 µs", "3.4 GB/s", "0.2". */
function valueText(value, unit, count = 4) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (!UNIT_STEPS[unit]) return digits(value, count) + (unit ? ` ${unit}` : "");
  if (value === 0) return `0 ${unit}`;
  const [, factor, name] = stepOf(unit, Math.abs(value));
  return `${digits(value / factor, count)} ${name}`;
}

/**
 * Texts of the ticks of an axis. On a linear axis all have the unit, or the power of ten, of the largest; on a logarithmic
 * one each quantity has its own unit, and numbers are powers if some of them would be long. Null stays empty.
 */
function tickTexts(values, unit, logarithmic = false) {
  const known = values.filter((value) => value !== null);
  const sizes = known.map(Math.abs).filter((size) => size > 0);
  const [least, most] = [Math.min(...sizes), Math.max(0, ...sizes)];
  return values.map((value) => {
    if (value === null) return "";
    if (UNIT_STEPS[unit]) return unitTick(value, unit, logarithmic ? Math.abs(value) : most);
    const powers = most >= 1e6 || (logarithmic ? least : most) < 1e-3;
    return powers && value !== 0 ? powerTick(value, logarithmic ? Math.abs(value) : most) : plainTick(value);
  });
}

function unitTick(value, unit, size) {
  if (value === 0) return "0";
  const [, factor, name] = stepOf(unit, size);
  return `${plainTick(value / factor)} ${name}`;
}

/** "1.5e6", "0.5e6": the exponent is that of `size`, a multiple of three. */
function powerTick(value, size) {
  const power = 3 * Math.floor(Math.log10(size * (1 + 1e-9)) / 3);
  return `${plainTick(value / 10 ** power)}${power ? `e${power}` : ""}`;
}

const plainTick = (value) => Number(value.toPrecision(6)).toLocaleString("en-US", { maximumSignificantDigits: 6 });

/** The callback of uPlot that writes the ticks of an axis, as many as there is room for. */
function tickValues(unit, logarithmic, room = 64) {
  return (plot, splits, axis) => {
    const horizontal = plot.axes[axis].side % 2 === 0;
    const length = (horizontal ? plot.bbox.width : plot.bbox.height) / (window.devicePixelRatio || 1);
    const most = Math.max(2, Math.floor(length / (horizontal ? room : 18)));
    const every = logarithmic ? Math.ceil(splits.length / most) : 1;
    return tickTexts(splits.map((value, index) => index % every === 0 ? value : null), unit, logarithmic);
  };
}
