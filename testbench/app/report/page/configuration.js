// Every key of the scenario: those that differ first.

const TEXTS = ["name", "title", "description"];

function keyTable(rows, runs) {
  const heads = runs.length > 1 ? ["Key", "A", "B", "default"] : ["Key", "value", "default"];
  return element("table", { class: "keys" }, element("thead", {}, element("tr", {},
    ...heads.map((name) => element("th", {}, name)))), element("tbody", {}, ...rows.map(({ key, values, usual }) =>
    element("tr", {}, element("td", {}, key), ...values.map((value) =>
      element("td", { class: value === usual ? "usual" : "own" }, value ?? "–")), element("td", { class: "usual" }, usual ?? "–")))));
}

/** Each key with its value in every run, null where there is none, and its default. */
function configurationRows(runs) {
  const keys = [...new Set(runs.flatMap(({ configuration }) => configuration.map(({ key }) => key)))];
  return keys.filter((key) => !TEXTS.includes(key)).map((key) => {
    const found = runs.map(({ configuration }) => configuration.find((row) => row.key === key));
    return { key, values: found.map((row) => row?.value ?? null), usual: found.find(Boolean).default };
  });
}

function configurationSection(runs) {
  const rows = configurationRows(runs);
  const differs = runs.length > 1
    ? ({ values }) => values[0] !== values[1]
    : ({ values, usual }) => usual === null || values[0] !== usual;
  const [first, rest] = [rows.filter(differs), rows.filter((row) => !differs(row))];
  const text = runs.length > 1 ? "Keys that differ between the runs" : "Keys that differ from their defaults";
  section("configuration", "Configuration", "wide", element("h3", {}, `${text}: ${first.length}`), keyTable(first, runs),
    element("details", {}, element("summary", {}, `All others: ${rest.length}`), keyTable(rest, runs)));
}
