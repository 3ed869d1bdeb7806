// The section in which a number of a packet or a message shows its life.

/** A bar of [begin, end, colour, title] pieces between two times. */
function lifeBar(pieces, from, to) {
  const share = (seconds) => `${100 * seconds / Math.max(1e-18, to - from)}%`;
  return element("div", { class: "life" }, ...pieces.map(([begin, end, colour, title]) => element("i", {
    style: `left: ${share(begin - from)}; width: ${share(end - begin)}; --part: ${colour}`, title })));
}

const SENT = "#3f8f8b";
const WAITED = "#b7304f";

/** The pieces of a packet's life: waits, ways through a router or a link, and flits on their way. */
const lifePieces = (steps) => steps.flatMap(({ start, length, waited, arrived, node, name }, at) => [
  ...(at > 0 && waited > 0 ? [[arrived, start, WAITED, `waited ${time(waited)} at ${node} for ${portOf(name)}`]] : []),
  [start, start + length, SENT, `${node} ${name}: ${time(length)}`]]);

function packetTable(life, lives, { map, mark }) {
  const steps = stepsOf(life, lives.least);
  const [from, to] = [steps[0].start, Math.max(...steps.map(({ start, length }) => start + length))];
  const why = (step) => {
    const place = map && step.waited > 0 ? placeOfTrack(map, step) : null;
    if (place === null) return "";
    return causesAt(map, place, step.arrived, step.start).map(([wait, share]) => `${PARTS[wait][1]} ${percent(share)}`).join(", ");
  };
  const rows = steps.map((step, at) => element("tr", { "data-waited": step.waited },
    element("td", {}, map ? element("button", { type: "button", onclick: () => mark(step) }, step.node.replace("node ", "")) : step.node),
    element("td", {}, step.name), element("td", {}, time(step.start)),
    element("td", {}, at === 0 ? "" : step.waited > 0 ? time(step.waited) : "0"), element("td", {}, why(step)),
    element("td", { class: "bars-cell" }, lifeBar(lifePieces(steps).filter(([begin, end]) =>
      begin >= step.arrived - 1e-15 && end <= step.start + step.length + 1e-15), from, to))));
  const waited = steps.reduce((sum, step) => sum + step.waited, 0);
  const message = lives.messages.get(life.message);
  const posted = message ? ` The message was posted at ${time(message.begin)}.` : "";
  return element("div", {}, element("p", { class: "told" }, element("b", {}, `Packet ${life.number}`),
    `, packet ${life.index} of message ${life.message}, from ${steps[0].node} to ${steps.at(-1).node}: ${time(to - from)} `
    + "from its first flit at the NIC to its last one at the receiver, of which it waited "
    + `${time(waited)} (${percent(waited / (to - from))}).${posted}`),
  element("div", { class: "scroll" }, element("table", { class: "path lives" }, element("thead", {}, element("tr", {},
    ...["Node", "on", "from", "waited for it", "packets waited there then for", ""].map((name) => element("th", {}, name)))),
  element("tbody", {}, ...rows))));
}

const MOST_ROWS = 200;

function messageTable(message, lives, show) {
  const packets = [...(lives.ofMessage.get(message.number) ?? [])].sort((a, b) => a.index - b.index);
  const ends = packets.map(({ slices }) => slices.at(-1).start + slices.at(-1).length);
  const [from, to] = [message.begin, message.end ?? Math.max(message.begin, ...ends)];
  const rows = packets.slice(0, MOST_ROWS).map((life) => {
    const steps = stepsOf(life, lives.least);
    const button = element("button", { type: "button", onclick: () => show(life.number) }, String(life.number));
    return element("tr", {}, element("td", {}, button), element("td", {}, time(steps[0].start)),
      element("td", {}, time(steps.reduce((sum, step) => sum + step.waited, 0))),
      element("td", { class: "bars-cell" }, lifeBar(lifePieces(steps), from, to)));
  });
  return element("div", {}, element("p", { class: "told" }, element("b", {}, `Message ${message.number}`),
    ` of ${count(message.bytes)} bytes, tag ${message.tag}, from ${message.node} to `
    + `${message.to.startsWith("(") ? "node " : ""}${message.to}: posted at ${time(message.begin)}, `
    + (message.end === null ? "not ended." : `ended at ${time(message.end)}, after ${time(message.end - message.begin)}. `)
    + `${packets.length} of its packets are here${packets.length > MOST_ROWS ? `, the first ${MOST_ROWS} below` : ""}.`),
  element("div", { class: "scroll" }, element("table", { class: "path lives" }, element("thead", {}, element("tr", {},
    ...["Packet", "from", "waited", ""].map((name) => element("th", {}, name)))), element("tbody", {}, ...rows))));
}

/** Field, buttons and the life below them; of one run. */
function lifeFinder(run, state, letter) {
  const lives = new Lives(run.lives);
  const box = element("div", { class: "found", role: "status" });
  const field = element("input", { type: "text", inputmode: "numeric", size: "12", "aria-label": `${letter} Number`.trim() });
  const kind = { value: "packet" };
  const map = state?.maps[letter === "B" ? 1 : 0] ?? null;
  const mark = (step) => {
    state.set({ window: Math.floor(step.start / map.windows.seconds), view: letter === "B" ? "1" : "0", place: placeOfTrack(map, step) });
    document.getElementById("links").scrollIntoView();
  };
  const kinds = chooser("Kind", [["packet", "Packet"], ["message", "Message"]], "packet", (chosen) => { kind.value = chosen; });
  const show = async (chosen, number) => {
    kinds.choose(kind.value = chosen);
    field.value = String(number);
    await lives.unpack();
    const found = (chosen === "packet" ? lives.packets : lives.messages).get(number);
    field.setAttribute("aria-invalid", String(!found));
    box.replaceChildren(!found ? absent(chosen, number, lives.packed) : chosen === "packet"
      ? packetTable(found, lives, { map, mark }) : messageTable(found, lives, (packet) => show("packet", packet)));
  };
  const slowest = run.result.slowest_packet;
  const form = element("form", { class: "tools", onsubmit: (event) => { event.preventDefault(); show(kind.value, Number(field.value)); } },
    letter ? element("b", {}, letter) : "", kinds, element("label", {}, "Number ", field), element("button", { type: "submit" }, "Show"),
    slowest === undefined ? "" : element("button", { type: "button", onclick: () => show("packet", slowest) }, "Slowest packet"));
  return element("div", {}, form, box);
}

/** Why a number has no life here. */
function absent(kind, number, packed) {
  const { recorded, kept } = packed[`${kind}s`];
  return element("p", { class: "missing" }, `There is no ${kind} ${number} here. `
    + (kept < recorded ? `The page keeps those ${count(kept)} of ${count(recorded)} ${kind}s that took longest.`
      : `The trace has ${count(recorded)} ${kind}s.`));
}

function livesSection(runs, state) {
  const having = runs.map((run, number) => [run, runs.length > 1 ? "AB"[number] : ""]).filter(([run]) => run.lives);
  if (having.length === 0) return;
  const leftOut = (letter, what, { kept, recorded }) => kept < recorded
    ? `${letter} The page keeps those ${count(kept)} of ${count(recorded)} ${what} that took longest. ` : "";
  const left = having.flatMap(([{ lives }, letter]) => ["packets", "messages"].map((what) => leftOut(letter, what, lives[what])));
  section("lives", "Life of a packet or a message", "wide", ...having.map(([run, letter]) => lifeFinder(run, state, letter)),
    element("p", { class: "hint" }, ...left, "A wait is time beyond the least that any packet here took from one such track to the next. "
      + "The causes are those of all packets that waited for this output in these windows."));
}
