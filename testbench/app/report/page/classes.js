// Classes of messages: what each of them carried, and how long its packets took.

function classTable({ classes }) {
  if (!classes) return null;
  const heads = ["Class", "packets", "links used", ...STATISTICS.map(([, name]) => name)];
  const rows = classes.map(({ name, packets, link_utilisation, packet_latency_ns: latency }) => element("tr", {},
    ...[name, count(packets), percent(link_utilisation),
      ...STATISTICS.map(([key]) => packets > 0 ? time(latency[key] * 1e-9) : "–")].map((text) => element("td", {}, text))));
  return element("table", { class: "path" }, element("thead", {}, element("tr", {},
    ...heads.map((name) => element("th", {}, name)))), element("tbody", {}, ...rows));
}

function classesSection(runs) {
  const tables = tablesOfRuns(runs, ({ result }) => classTable(result));
  if (tables.length > 0) section("classes", "Classes of messages", "broad", ...tables);
}
