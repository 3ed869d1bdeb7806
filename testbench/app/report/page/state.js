// What is looked at: a window of time, a measure, a run or the difference, a place. Parts of the page listen.

class State {
  constructor(maps) {
    this.maps = maps;
    this.windows = Math.max(1, ...maps.map((map) => map ? map.windows.count : 0));
    this.window = 0;
    this.measure = "utilisation";
    this.view = maps[0] ? "0" : "1";
    this.place = 0;
    this.listeners = [];
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  set(changes) {
    Object.assign(this, changes);
    this.window = Math.min(this.windows - 1, Math.max(0, this.window));
    for (const listener of this.listeners) listener(changes);
  }

  /** The map that is looked at; of a difference the first run's, since both are of one torus. */
  get map() {
    return this.maps[this.view === "1" ? 1 : 0] ?? this.maps[1];
  }

  get seconds() {
    return this.map.windows.seconds;
  }

  value(place, window) {
    const of = (map) => map.measures.get(this.measure).at(place, window);
    return this.view === "difference" ? of(this.maps[1]) - of(this.maps[0]) : of(this.map);
  }

  /** Where `value` stands among the colours, 0..1. */
  position(value) {
    const { largest, power } = this.scale();
    return (this.view === "difference" ? differencePosition : amountPosition)(value, largest, power);
  }

  colour(value) {
    return colourAt(this.view === "difference" ? DIFFERENCE : AMOUNT, this.position(value));
  }

  /** The end of the scale: one for both runs, so that a colour means one thing. */
  scale() {
    const measures = this.maps.filter(Boolean).map((map) => map.measures.get(this.measure));
    const power = measures[0].power;
    if (this.view !== "difference") return { largest: Math.max(...measures.map((measure) => measure.scale)), power };
    this.differences ??= {};
    this.differences[this.measure] ??= largestDifference(...measures);
    return { largest: this.differences[this.measure], power };
  }
}

function largestDifference(a, b) {
  const places = a.numbers.length / a.windows;
  let largest = 0;
  for (let window = 0; window < Math.max(a.windows, b.windows); ++window) {
    for (let place = 0; place < places; ++place) {
      largest = Math.max(largest, Math.abs(b.at(place, window) - a.at(place, window)));
    }
  }
  return largest;
}
