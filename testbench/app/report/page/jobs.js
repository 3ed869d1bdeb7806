// Programs that ran side by side, and how much the others slowed each of them down.

/** Jobs whose packets those of a job waited behind, most first. */
function waitedBehind(attribution, { name }) {
  const waits = attribution.jobs.find(({ job }) => job === name);
  if (!waits || waits.waited === 0) return "–";
  return Object.entries(waits.behind).sort((a, b) => b[1] - a[1]).slice(0, 3)
    .map(([job, cycles]) => `${job === name ? "its own" : job} ${percent(cycles / waits.waited)}`).join(", ");
}

function jobTable({ jobs, attribution }) {
  if (!jobs) return null;
  const alone = jobs.some(({ alone_s }) => alone_s !== undefined);
  const waits = attribution?.jobs !== undefined;
  const heads = ["Job", "algorithm", "ranks", "start", "duration", "messages", ...(alone ? ["alone", "slowdown"] : []),
    ...(waits ? ["packets waited behind those of"] : [])];
  const rows = jobs.map((job) => element("tr", {}, ...[job.name, job.algorithm, count(job.ranks), time(job.start_s),
    job.duration_s === undefined ? "not ended" : time(job.duration_s), count(job.messages),
    ...(alone ? [job.alone_s ? time(job.alone_s) : "–", job.slowdown ? digits(job.slowdown, 4) : "–"] : []),
    ...(waits ? [waitedBehind(attribution, job)] : [])]
    .map((text) => element("td", {}, text))));
  return element("table", { class: "path" }, element("thead", {}, element("tr", {},
    ...heads.map((name) => element("th", {}, name)))), element("tbody", {}, ...rows));
}

function jobsSection(runs) {
  const tables = tablesOfRuns(runs, ({ result }) => jobTable(result));
  if (tables.length > 0) section("jobs", "Jobs side by side", "broad", ...tables);
}
