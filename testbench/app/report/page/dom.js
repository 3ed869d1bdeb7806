// Elements and texts.

/** An element with attributes and children; children are elements or texts. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** A section of the page with its entry in the navigation. */
function section(id, title, size, ...children) {
  const made = element("section", { id, class: size }, element("h2", {}, title), ...children);
  document.getElementById("main").append(made);
  document.getElementById("sections").append(element("a", { href: `#${id}` }, title));
  return made;
}

/** A table that is wider than a narrow screen moves within its own box. */
const scrolling = (inner) => element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table" }, inner);

/** The tables that `tableOf` makes of runs, each below the name of its run if there are two; none for null. */
function tablesOfRuns(runs, tableOf) {
  return runs.flatMap((run, number) => {
    const found = tableOf(run);
    if (!found) return [];
    const table = scrolling(found);
    return runs.length > 1 ? [element("h3", {}, "AB"[number]), table] : [table];
  });
}

/** Buttons of which one is chosen. `choices` are [value, label]; `choose` of what it answers shows another one. */
function chooser(label, choices, chosen, choose) {
  const buttons = choices.map(([value, text]) => element("button",
    { type: "button", "data-value": value, "aria-pressed": String(value === chosen), onclick: () => pick(value) }, text));
  const show = (value) => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.value === value));
  };
  function pick(value) {
    show(value);
    choose(value);
  }
  const box = element("div", { class: "chooser", role: "group", "aria-label": label }, ...buttons);
  return Object.assign(box, { choose: show });
}

/** Three significant digits, and no more zeros than it takes. */
function digits(value, count = 3) {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3) return value.toExponential(count - 1).replace("e+", "e");
  if (size >= 10 ** count) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(count)));
}

const percent = (share) => `${digits(100 * share)} %`;

/** Seconds in the unit that leaves the fewest zeros. */
function time(seconds) {
  const units = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]];
  const [scale, unit] = units.find(([least]) => seconds >= least) ?? units[3];
  return `${digits(seconds / scale, 4)} ${unit}`;
}

const count = (value) => value.toLocaleString("en-US");

/** `change`, in the colour and with the word of its direction: `sense` is -1 where less is better, 1 where more is, and 0
 * where neither is. Its words say it to those who see no colours. */
function judgedChange(a, b, sense) {
  const text = change(a, b);
  const judged = sense && a !== b && text ? (sense * (b - a) > 0 ? "better" : "worse") : "";
  return element("em", { class: judged || null }, judged ? `${text} ${judged}` : text);
}

/** How much more `b` is than `a`: "+12 %". */
function change(a, b) {
  if (a === b) return "=";
  if (!a) return "";
  const share = 100 * (b - a) / a;
  return `${share > 0 ? "+" : "−"}${digits(Math.abs(share))} %`;
}
