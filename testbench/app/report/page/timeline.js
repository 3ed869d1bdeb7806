// The windows of time: slider, keys, and what the chosen one holds.

const MEASURES = { utilisation: "Utilisation", queue: "Queue", output: "Output held", input: "Input busy",
  credits: "No credits", bubble: "No bubble", occupancy: "Buffers" };
const MEANINGS = {
  utilisation: "flits per cycle that passed; 1 is all that a link can carry",
  queue: "packets that stood behind another one which wanted this output",
  output: "packets that waited while others held this output",
  input: "packets whose input side was busy although this output was free",
  credits: "packets that waited for room in the next buffer",
  bubble: "packets that had room there and would not leave the bubble of the ring that they would enter",
  occupancy: "flits in the buffer at the far end",
};

/** Left and right move by a window, with shift by ten; Home and End go to the ends. */
function windowKeys(state) {
  document.addEventListener("keydown", (event) => {
    const takesKeys = event.target.tagName === "SELECT" || event.target.type === "text";
    if (takesKeys || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = event.shiftKey ? 10 : 1;
    const targets = { ArrowLeft: state.window - step, ArrowRight: state.window + step, Home: 0, End: state.windows - 1 };
    if (!(event.key in targets)) return;
    event.preventDefault();
    state.set({ window: targets[event.key] });
  });
}

/** The sequences of a run that are under way between two times, in seconds: "sequences 3 to 5". */
function sequencesBetween({ result }, begin, end) {
  const running = (result.sequences ?? []).filter(({ start_s: start, last_end_s: last }) =>
    start !== null && start < end && (last === null || last > begin)).map(({ index }) => index);
  if (running.length === 0) return "";
  return running.length === 1 ? `sequence ${running[0]}` : `sequences ${running[0]} to ${running.at(-1)}`;
}

function timeline(state, runs) {
  const slider = element("input", { type: "range", id: "window", min: "0", max: String(state.windows - 1), step: "1",
    value: "0", "aria-label": "Window of time", oninput: () => state.set({ window: Number(slider.value) }) });
  const text = element("output", { id: "window-text", for: "window" });
  const spans = chooser("Span", [["run", "Whole run"], ["window", "Window"]], state.span, (span) => state.set({ span }));
  const show = () => {
    const { window, seconds, span } = state;
    slider.value = String(window);
    spans.choose(span);
    const run = runs[state.view === "1" ? 1 : 0];
    const [begin, end] = span === "run" ? [0, run.result.simulated_seconds] : [window * seconds, (window + 1) * seconds];
    text.replaceChildren(element("b", {}, span === "run" ? "whole run" : state.spanText()),
      ` ${timeMark(begin * 1e6)} to ${time(end)}`, element("i", {}, span === "run" ? "" : sequencesBetween(run, begin, end)));
  };
  state.listen(show);
  show();
  windowKeys(state);
  return element("div", { class: "timeline" }, spans, slider, text, element("small", {}, "← → move, shift by ten"));
}

/** The scale of colours with its ends. */
function colourScale(state) {
  const bar = element("canvas", { width: "220", height: "10" });
  const ends = element("div", { class: "ends" });
  const meaning = element("p", { class: "meaning" });
  const show = () => {
    const context = bar.getContext("2d");
    const stops = state.view === "difference" ? differenceColours() : amountColours();
    for (let x = 0; x < bar.width; ++x) {
      context.fillStyle = colourAt(stops, x / (bar.width - 1));
      context.fillRect(x, 0, 1, bar.height);
    }
    const { largest, power } = state.scale();
    const { unit } = state.map.measures.get(state.measure);
    const texts = state.view === "difference"
      ? [`−${digits(largest)}`, "same", `+${digits(largest)} ${unit}`]
      : ["0", digits(largest * 0.5 ** power), `${digits(largest)} ${unit}`];
    ends.replaceChildren(...texts.map((end) => element("span", {}, end)));
    meaning.textContent = MEANINGS[state.measure];
  };
  state.listen(show);
  show();
  return element("div", { class: "scale" }, element("div", {}, bar, ends), meaning);
}

/** The places with the largest values in the window; a click marks one. */
function topPlaces(state) {
  const list = element("ol", { class: "top" });
  const title = element("h3");
  const show = () => {
    const places = state.map.links.from.length + state.map.nodes.length;
    const values = Array.from({ length: places }, (_, place) => [place, state.value(place)]);
    title.textContent = `Most in ${state.span === "run" ? "the run" : "this window"}`;
    const sorted = values.filter(([, value]) => value !== 0).sort((a, b) => Math.abs(b[1]) - Math.abs(a[1])).slice(0, 5);
    list.replaceChildren(...sorted.map(([place, value]) => element("li", {}, element("button",
      { type: "button", onclick: () => state.set({ place }) }, element("i", { style: `background: ${state.colour(value)}` }),
      element("span", {}, placeName(state.map, place)), element("b", {}, digits(value))))));
    if (sorted.length === 0) list.append(element("li", { class: "none" }, "nothing"));
  };
  state.listen(show);
  show();
  return element("div", {}, title, list);
}
