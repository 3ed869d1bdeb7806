// What is looked at: the whole run or a window of time, a measure, a run or the difference, a place. Parts of the page
// listen.

class State {
  constructor(maps, measure) {
    this.maps = maps;
    this.windows = Math.max(1, ...maps.map((map) => map ? map.windows.count : 0));
    this.span = "run";
    this.window = 0;
    this.measure = measure;
    this.view = maps[0] ? "0" : "1";
    this.place = 0;
    this.listeners = [];
    this.ends = new Map();
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  /** Whoever chooses a window looks at it, unless the span is chosen, too. */
  set(changes) {
    Object.assign(this, "window" in changes ? { span: "window" } : {}, changes);
    this.window = Math.min(this.windows - 1, Math.max(0, this.window));
    // The other run's network may be smaller.
    this.place = Math.min(this.place, this.map.links.from.length + this.map.nodes.length - 1);
    for (const listener of this.listeners) listener(changes);
  }

  /** The map that is looked at; of a difference the first run's, since both are of one torus. */
  get map() {
    return this.maps[this.view === "1" ? 1 : 0] ?? this.maps[1];
  }

  get seconds() {
    return this.map.windows.seconds;
  }

  spanText() {
    return this.span === "run" ? "mean over the whole run" : `window ${this.window + 1} of ${this.windows}`;
  }

  /** A measure at a place in the span that is looked at. */
  of(measure, place) {
    return this.span === "run" ? measure.run[place] : measure.at(place, this.window);
  }

  value(place) {
    const of = (map) => this.of(map.measures.get(this.measure), place);
    return this.view === "difference" ? of(this.maps[1]) - of(this.maps[0]) : of(this.map);
  }

  /** Where `value` stands among the colours, 0..1. */
  position(value) {
    const { largest, power } = this.scale();
    return (this.view === "difference" ? differencePosition : amountPosition)(value, largest, power);
  }

  colour(value) {
    return colourAt(this.view === "difference" ? differenceColours() : amountColours(), this.position(value));
  }

  /** The end of the scale: one for both runs, so that a colour means one thing. */
  scale() {
    const key = [this.measure, this.span, this.view === "difference"].join();
    if (!this.ends.has(key)) this.ends.set(key, this.endOfScale());
    return this.ends.get(key);
  }

  endOfScale() {
    const measures = this.maps.filter(Boolean).map((map) => map.measures.get(this.measure));
    const power = measures[0].power;
    if (this.view === "difference") {
      return { largest: (this.span === "run" ? largestOfRuns : largestDifference)(...measures), power };
    }
    const ends = measures.map((measure) => this.span === "window" || power === 1 ? measure.scale : largestOf(measure.run));
    return { largest: Math.max(...ends), power };
  }
}

const largestOf = (values) => values.reduce((most, value) => Math.max(most, value), 0);

const largestOfRuns = (a, b) => largestOf(a.run.map((value, place) => Math.abs(b.run[place] - value)));

function largestDifference(a, b) {
  const places = a.run.length;
  let largest = 0;
  for (let window = 0; window < Math.max(a.windows, b.windows); ++window) {
    for (let place = 0; place < places; ++place) {
      largest = Math.max(largest, Math.abs(b.at(place, window) - a.at(place, window)));
    }
  }
  return largest;
}
