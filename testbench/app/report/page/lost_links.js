// At flow level: the links at which messages lost most time to each other.

function lostLinks(run) {
  const { flow_attribution: flows } = run.result;
  if (!flows || flows.worst_links.length === 0) return null;
  const rows = flows.worst_links.map((link) => element("tr", {},
    element("td", {}, link.link), element("td", {}, percent(link.used)), element("td", {}, count(link.messages)),
    element("td", {}, time(link.lost_ps * 1e-12)), element("td", {}, percent(link.lost_ps / flows.parts.shared))));
  return element("table", { class: "path" }, element("thead", {}, element("tr", {},
    ...["Link", "used", "messages", "time lost, of all", "share of the loss"].map((name) => element("th", {}, name)))),
    element("tbody", {}, ...rows));
}

function lostLinksSection(runs) {
  const tables = tablesOfRuns(runs, lostLinks);
  if (tables.length > 0) section("lost-links", "Links that messages lost time at", "broad", ...tables);
}
