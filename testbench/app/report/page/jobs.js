// Programs that ran side by side, and how much the others slowed each of them down.

function jobTable({ jobs }) {
  if (!jobs) return null;
  const alone = jobs.some(({ alone_s }) => alone_s !== undefined);
  const heads = ["Job", "algorithm", "ranks", "start", "duration", "messages", ...(alone ? ["alone", "slowdown"] : [])];
  const rows = jobs.map((job) => element("tr", {}, ...[job.name, job.algorithm, count(job.ranks), time(job.start_s),
    job.duration_s === undefined ? "not ended" : time(job.duration_s), count(job.messages),
    ...(alone ? [job.alone_s ? time(job.alone_s) : "–", job.slowdown ? digits(job.slowdown, 4) : "–"] : [])]
    .map((text) => element("td", {}, text))));
  return element("table", { class: "path" }, element("thead", {}, element("tr", {},
    ...heads.map((name) => element("th", {}, name)))), element("tbody", {}, ...rows));
}

function jobsSection(runs) {
  const tables = runs.flatMap(({ result }, number) => {
    const table = jobTable(result);
    if (!table) return [];
    return runs.length > 1 ? [element("h3", {}, "AB"[number]), table] : [table];
  });
  if (tables.length > 0) section("jobs", "Jobs side by side", "broad", ...tables);
}
