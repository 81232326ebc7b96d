// @ts-check
/// <reference lib="dom" />
// The script of the operator's page: asks for the token, then shows the last hour and refreshes it.
import { createChart } from "./chart.js";
import { create, find, findInput } from "./dom.js";
import { formatSize } from "./format_size.js";

/** Where the token is stored until the tab is closed. */
const TOKEN = "pawkit-operator-token";

/** How many endpoints are listed. */
const MAX_ENDPOINTS = 10;

const formatNumber = (/** @type {number} */ value) => value.toLocaleString("en", { maximumSignificantDigits: 3 });
const formatMs = (/** @type {number} */ value) => `${formatNumber(value)} ms`;
const formatPercent = (/** @type {number} */ value) => `${Math.round(value * 100)} %`;

/** @type {import("./chart.js").ChartSpec[]} */
const CHARTS = [
  {
    title: "Requests per second",
    lines: { errors: "5xx", requests: "all", callerErrors: "4xx", refused: "refused" },
    format: formatNumber,
  },
  { title: "Latency", lines: { p50: "p50", p90: "p90", p99: "p99" }, format: formatMs, isLogarithmic: true },
  { title: "Filter jobs", lines: { busy: "running", waiting: "waiting" }, format: formatNumber },
  {
    title: "Filter stages, mean",
    lines: { fetch: "fetch", queue: "queue", draw: "draw", decode: "decode", filter: "filter", encode: "encode" },
    format: formatMs,
    isLogarithmic: true,
  },
  { title: "Filter cache", lines: { cacheHits: "hits" }, format: formatPercent, top: 1 },
  { title: "Memory", lines: { rss: "process", heapUsed: "heap" }, format: formatSize, unit: 1024 * 1024 },
  { title: "Event-loop delay", lines: { eventLoopDelay: "p99" }, format: formatMs },
  { title: "Processor", lines: { cpu: "cores" }, format: formatNumber },
];

const form = find("[data-enter]");

/** How often the page is refreshed: as often as the service takes a sample. */
const REFRESH_MS = Number(form.dataset.refreshSeconds) * 1000;
const message = find("[data-message]");
const dashboard = find("[data-dashboard]");

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** The last errors. @type {Record<"lastErrors" | "lastSourceErrors" | "lastCallerErrors", Record<string, string>[]>} */
let errors = { lastErrors: [], lastSourceErrors: [], lastCallerErrors: [] };

form.onsubmit = (/** @type {Event} */ event) => {
  event.preventDefault();
  sessionStorage.setItem(TOKEN, findInput("#token").value);
  refresh();
};
findInput("[data-find]").oninput = () => showErrors();
find("[data-leave]").onclick = () => leave("");
// A tab in the background asks for nothing.
document.onvisibilitychange = () => document.hidden ? clearTimeout(timer) : refresh();
refresh();

/** Shows the current state, and again after a while. */
async function refresh() {
  const token = sessionStorage.getItem(TOKEN);
  clearTimeout(timer);
  form.hidden = token !== null;
  if (token === null) return;
  // Whoever leaves meanwhile must not see the answer.
  const isStale = () => sessionStorage.getItem(TOKEN) !== token;
  try {
    // One request first: three with a wrong token would count as three attempts.
    const status = await load("status", token);
    if (status === undefined) return;
    const [history, bans] = await Promise.all([load("history", token), load("bans", token)]);
    if (isStale()) return;
    message.textContent = "";
    show(status, history, bans);
  } catch (error) {
    if (isStale()) return;
    // What the service says is an Error. Others are of a class of their own.
    const { name, message: text } = /** @type {Error} */ (error);
    message.textContent = `${name === "Error" ? text : "The service cannot be reached"}. Trying again.`;
  }
  if (!document.hidden) timer = setTimeout(refresh, REFRESH_MS);
}

/** Returns the data of an endpoint, or nothing if the token is wrong. @param {string} name @param {string} token */
async function load(name, token) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${form.dataset.root}/${name}`, { headers, cache: "no-store" });
  const body = await response.json();
  if (response.ok) return body;
  if (response.status !== 401 && response.status !== 403) throw new Error(body.message);
  leave(`${body.message}.`);
}

/** Lifts a ban, and shows what is left. @param {string} client */
async function lift(client) {
  const headers = { authorization: `Bearer ${sessionStorage.getItem(TOKEN)}` };
  const url = `${form.dataset.root}/bans/${encodeURIComponent(client)}`;
  const response = await fetch(url, { method: "DELETE", headers }).catch(() => undefined);
  await refresh();
  message.textContent = response?.ok ? `The ban of ${client} is lifted.` : `The ban of ${client} could not be lifted.`;
}

/** Forgets the token. @param {string} reason */
function leave(reason) {
  sessionStorage.removeItem(TOKEN);
  clearTimeout(timer);
  dashboard.hidden = true;
  form.hidden = false;
  message.textContent = reason;
  findInput("#token").value = "";
  findInput("#token").focus();
}

/** @param {any} status @param {any} history @param {any} bans */
function show(status, history, bans) {
  const { requests, state, limits, memory, sourceFailures, filters, failures, launcher } = status;
  const figures = {
    Version: status.version,
    Commit: status.commit?.slice(0, 8) ?? "unknown",
    Uptime: status.human,
    Requests: requests.requests.toLocaleString("en"),
    Store: `${state.engine}, ${state.isUp ? "up" : "down"}`,
    Memory: formatSize(memory.rss),
    Limit: limits.points === null ? "off" : `${limits.points.toLocaleString("en")} a minute`,
    Refused: (limits.refused + (failures.banned ?? 0)).toLocaleString("en"),
    Bans: String(bans.total),
    "Cached results": `${filters.cache.entries}, ${formatSize(filters.cache.bytes)}`,
    "Failed sources": sourceFailures.toLocaleString("en"),
  };
  find("[data-figures]").replaceChildren(
    ...Object.entries(figures).map(([name, value]) =>
      create("div", {}, create("dt", {}, name), create("dd", {}, value))
    ),
  );
  find("[data-charts]").replaceChildren(...CHARTS.map((spec) => createChart(spec, history)));
  const busiest = Object.entries(requests.endpoints).sort(([, a], [, b]) => b.requests - a.requests);
  fill(
    "endpoints",
    busiest.slice(0, MAX_ENDPOINTS).map(([route, { requests: total, byStatus, ms }]) => {
      const count = (/** @type {string} */ digit) =>
        Object.keys(byStatus).filter((code) => code[0] === digit).reduce((sum, code) => sum + byStatus[code], 0);
      const counts = [total, count("4"), count("5")].map((value) => value.toLocaleString("en"));
      return [route, ...counts, formatMs(ms.p50), formatMs(ms.p99)];
    }),
  );
  const codes = /** @type {[string, number][]} */ (Object.entries(failures)).sort(([, a], [, b]) => b - a);
  fill("codes", codes.map(([code, count]) => [code, count.toLocaleString("en")]));
  const ignored = /** @type {[string, string[]][]} */ (Object.entries(launcher.ignored));
  fill("releases", ignored.flatMap(([rule, tags]) => tags.map((tag) => [tag, rule])));
  errors = status;
  showErrors();
  fill(
    "bans",
    bans.bans.map((/** @type {any} */ { client, until }) => {
      const button = create(
        "button",
        { type: "button", className: "copy", ariaLabel: `Lift the ban of ${client}` },
        "Lift",
      );
      button.onclick = () => lift(client);
      return [client, formatRest(Date.parse(until)), button];
    }),
  );
  dashboard.hidden = false;
}

/** Shows the last errors of the service and of sources or, if an id is searched, all errors that have it. */
function showErrors() {
  const id = findInput("[data-find]").value.trim();
  const { lastErrors, lastSourceErrors, lastCallerErrors } = errors;
  const all = [...lastErrors, ...lastSourceErrors, ...lastCallerErrors];
  const found = id === "" ? lastErrors : all.filter((each) => each.requestId === id);
  fill("errors", toErrorRows(found), id === "" ? "None" : "Not among these errors. Search the log for the id.");
  fill("sources", toErrorRows(lastSourceErrors));
}

/** @param {Record<string, string>[]} list */
function toErrorRows(list) {
  return list.map(({ time = "", path = "", code = "", requestId = "", message: reason = "" }) => {
    return [new Date(time).toLocaleTimeString("en", { hour12: false }), path, code, requestId, reason];
  });
}

/** Fills a table. @param {string} name @param {(string | Node)[][]} rows */
function fill(name, rows, none = "None") {
  const created = rows.map((row) => create("tr", {}, ...row.map((text) => create("td", {}, text))));
  const empty = create("tr", {}, create("td", { colSpan: 9 }, none));
  find(`[data-rows=${name}]`).replaceChildren(...created.length > 0 ? created : [empty]);
}

/** The time until a moment: `23 h 59 min`. @param {number} until */
function formatRest(until) {
  const minutes = Math.max(0, Math.ceil((until - Date.now()) / 60_000));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
