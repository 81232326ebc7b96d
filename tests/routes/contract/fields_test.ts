import { assertEquals } from "@std/assert";
import { ANIMALS, TRAITS as ANIMAL_TRAITS } from "@pawkit/animals";
import { readCommit } from "@/lib/process/commit.ts";
import { startApp } from "@/tests/app.ts";

// The exact fields and types of every body, because existing programs read them.

const call = await startApp({ RATE_LIMIT: "off", OPERATOR_TOKEN: "a-token-of-the-operator" });
const authorization = "Bearer a-token-of-the-operator";

/** A body in which values are replaced by their types, and lists by their first entry. */
type Shape = string | { readonly [name: string]: Shape } | readonly Shape[];

function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
}

const OK = { success: "boolean", status: "number" };
const PICTURE = { id: "string", url: "string", alt: "string", width: "number", height: "number", mediaType: "string" };
const TRAITS = Object.fromEntries(ANIMALS.map((kind) => {
  return [kind, Object.fromEntries(Object.keys(ANIMAL_TRAITS[kind]).map((name) => [name, "string"]))];
}));
const CAT = { ...PICTURE, traits: TRAITS.cat! };
const VIDEO = { id: "string", url: "string", title: "string" };
const BALL = { text: "string", sentiment: "string" };
const KAOMOJI = { text: "string" };
const V1 = { ...OK, category: "string", endpoint: "string", message: "string" };
const V2 = { ...OK, info: { category: "string", endpoint: "string" }, message: "string" };
const ENTRY = { name: "string", path: "string", type: "string", size: "number", modified: "string" };
const VERSION = { version: "string", beta: "boolean", releaseDate: "string", size: "number" };
const PACKAGE = { ...VERSION, sha256: "string", url: "string" };
const DOWNLOAD = {
  platform: "string",
  arch: "string",
  kind: "string",
  url: "string",
  size: "number",
  sha256: "string",
  sha512: "string",
  signature: "string",
};
const RELEASE = { ...PACKAGE, notes: "string", files: [DOWNLOAD] };
const COUNTED = { total: "number", versions: [{ version: "string", downloads: "number" }] };
const UPDATES = {
  ...OK,
  channel: "string",
  updateAvailable: "boolean",
  mandatory: "boolean",
  rollback: "boolean",
  minimumSupported: "string",
  latest: RELEASE,
};
const TAURI = { version: "string", notes: "string", "pub_date": "string" };
const BENEFIT = { id: "string", name: "string", description: "string", version: "string", releaseDate: "string" };
const NEWS = { id: "string", title: "string", summary: "string", date: "string", url: "string", important: "boolean" };
const FILE = { path: "string", size: "number", modified: "string", sha256: "string" };

/** Null in a copy of the source without `.git`. */
const COMMIT = await readCommit(".") === null ? "null" : "string";

const BODIES: Readonly<Record<string, Shape>> = {
  "/healthz": { status: "string" },
  "/api": {
    ...OK,
    name: "string",
    version: "string",
    runtime: "string",
    documentation: "string",
    openapi: "string",
    policy: ["string"],
    endpoints: [{ method: "string", path: "string", summary: "string", allowed: {}, example: "string" }],
  },
  "/api/v1/version": {
    ...OK,
    name: "string",
    version: "string",
    commit: COMMIT,
    runtime: { name: "string", version: "string", v8: "string", typescript: "string" },
  },
  "/api/v1/uptime": { ...OK, uptime: "number", startedAt: "string", human: "string" },
  "/api/v1/static/generated": { ...OK, path: "string", type: "string", files: [ENTRY] },
  "/api/v1/static/generated/all/hosts.txt": {
    ...OK,
    ...FILE,
    type: "string",
    mediaType: "string",
    raw: "string",
    content: "string",
  },
  "/api/v1/static/cache/all/hosts.txt": { ...OK, ...FILE, entries: "number" },
  "/api/v1/static/cache/all?domain=docs.adjust.com": {
    ...OK,
    path: "string",
    domain: "string",
    blocked: "boolean",
    lists: [{ path: "string", format: "string", entry: "string", programs: ["string"] }],
    exceptions: [{ path: "string", entry: "string" }],
    sources: [{ id: "string", title: "string", from: "string", entry: "string" }],
    allowedBy: "string",
  },
  "/cat/Ada.json": { ...V2, item: CAT, name: "string" },
  "/cat/Ada+Grace.json": { ...V2, item: CAT, name: "string", parents: [{ name: "string", ...CAT }] },
  "/cat/Ada,Grace.json": { ...V2, items: [{ kind: "string", name: "string", ...CAT }] },
  "/cat/Ada+Grace,Rex.json": {
    ...V2,
    items: [{ kind: "string", name: "string", ...CAT, parents: [{ name: "string", ...CAT }] }],
  },
  "/api/v1/animals/cat": { ...V1, item: CAT },
  "/api/v2/random/animal/cat": { ...V2, item: CAT },
  "/api/v1/string/8ball": { ...V1, item: BALL },
  "/api/v1/kaomoji/love?count=2": { ...V1, item: KAOMOJI, items: [KAOMOJI] },
  "/api/v2/random/animal/bird?count=2": {
    ...V2,
    item: { ...PICTURE, traits: TRAITS.bird! },
    items: [{ ...PICTURE, traits: TRAITS.bird! }],
  },
  "/api/v2/random/string/8ball": { ...V2, item: BALL },
  "/api/v2/random/yt-video/hl-cats": { ...V2, item: VIDEO },
  "/api/v2/random/kaomoji/dog": { ...V2, item: KAOMOJI },
  "/api/v5/app/stats/downloads": {
    ...OK,
    total: "number",
    applications: { launcher: COUNTED, reshade: COUNTED, fpsUnlocker: COUNTED },
    platforms: { windows: "number", macos: "number", linux: "number", any: "number" },
    daily: [{ date: "string", downloads: "number" }],
    asOf: "string",
  },
  "/api/v5/app/launcher/updates": { ...UPDATES, current: "null", updates: [RELEASE] },
  "/api/v5/app/launcher/updates?version=7.5.0": { ...UPDATES, current: "string", updates: [RELEASE] },
  "/api/v5/app/launcher/updates?platform=linux&arch=x64": { ...UPDATES, current: "null", updates: [RELEASE] },
  "/api/v5/app/launcher/updates?version=99.0.0&channel=beta": { ...UPDATES, current: "string", updates: [] },
  "/api/v5/app/launcher/feeds": {
    ...OK,
    channel: "string",
    feeds: [{
      name: "string",
      paths: ["string"],
      latest: "string",
      releases: [{ version: "string", missing: [] }],
    }],
  },
  "/api/v5/app/launcher/feeds/tauri/linux/x86_64/7.5.0": { ...OK, ...TAURI, url: "string", signature: "string" },
  "/api/v5/app/launcher/news": { ...OK, news: [NEWS], total: "number" },
  "/api/v5/app/version/app/launcher": { ...OK, launcher: VERSION },
  "/api/v5/app/version/app/reshade": { ...OK, reshade: VERSION },
  "/api/v5/app/version/app/fpsUnlocker": { ...OK, fpsUnlocker: VERSION },
  "/api/v5/app/version/app/launcher/resources": { ...OK, message: "string", date: "string", resources: PACKAGE },
  "/api/v5/app/version/tier/2": { ...OK, tier: { id: "number", name: "string", benefits: [BENEFIT] } },
  "/api/v5/app/version/tier/3": { ...OK, tier: { id: "number", name: "string", benefits: [BENEFIT] } },
  "/api/v5/app/operator/bans": { ...OK, total: "number", bans: [] },
};

for (const [path, shape] of Object.entries(BODIES)) {
  Deno.test(`GET ${path} returns the fields of the contract and no others`, async () => {
    const response = await call(path, { headers: { authorization } });
    const text = await response.text();
    const body = JSON.parse(text);
    assertEquals(shapeOf(body), shape);
    assertEquals(text, JSON.stringify(body), "must be compact JSON");
    if (path !== "/healthz") assertEquals([body.success, body.status, text.slice(0, 29)], [true, 200, START]);
  });
}

Deno.test("GET /api/v5/{app_name}/operator/status returns the fields of the contract and no others", async () => {
  // Its first request, because later ones are counted by their names.
  await using service = await startApp({ OPERATOR_TOKEN: "a-token-of-the-operator" });
  const body = await (await service("/api/v5/app/operator/status", { headers: { authorization } })).json();
  const TIMES = { p50: "number", p90: "number", p99: "number", max: "number" };
  assertEquals(shapeOf(body), {
    ...OK,
    version: "string",
    commit: COMMIT,
    uptime: "number",
    startedAt: "string",
    human: "string",
    memory: { rss: "number", heapUsed: "number" },
    requests: { requests: "number", byStatus: {}, ms: TIMES, endpoints: {} },
    filters: {
      pool: {
        workers: "number",
        busy: "number",
        waiting: "number",
        stuck: "number",
        failures: "number",
        isStalled: "boolean",
        memory: { used: "number", limit: "number" },
      },
      cache: { entries: "number", bytes: "number", hits: "number", misses: "number" },
      stages: {},
      sources: {},
    },
    limits: { points: "number", refused: "number" },
    state: { engine: "string", isUp: "boolean" },
    launcher: { ignored: {} },
    bans: "number",
    failures: {},
    sourceFailures: "number",
    lastErrors: [],
    lastSourceErrors: [],
    lastCallerErrors: [],
  });
});

const START = '{"success":true,"status":200,';

Deno.test("GET of a folder of block lists returns one SHA-256 for each file", async () => {
  for (const path of ["/api/v1/static/cache", "/api/v1/static/cache/all"]) {
    const { success, status, files, ...rest } = await (await call(path)).json();
    assertEquals([success, status, Object.keys(rest)], [true, 200, ["path"]]);
    for (const sha256 of Object.values(files)) assertEquals(/^[0-9a-f]{64}$/.test(String(sha256)), true);
  }
});

Deno.test("GET /api/v5/{app_name}/version/tier/{tier} returns the names of the favorite and the trusted tier", async () => {
  const names = { 2: "Favorite", 3: "Trusted" };
  for (const [id, name] of Object.entries(names)) {
    const { tier } = await (await call(`/api/v5/app/version/tier/${id}`)).json();
    assertEquals([tier.id, tier.name], [Number(id), name]);
  }
});

Deno.test("dates are ISO 8601, lists are newest first", async () => {
  const { updates } = await (await call("/api/v5/app/launcher/updates?channel=beta")).json();
  const { news, total } = await (await call("/api/v5/app/launcher/news?limit=50")).json();
  assertEquals(news.length, total);
  const lists = [
    updates.map((each: { releaseDate: string }) => each.releaseDate),
    news.map((each: { date: string }) => each.date),
  ];
  for (const dates of lists) {
    const times = dates.map((date: string) => Date.parse(date));
    assertEquals(dates.every((date: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(date)), true);
    assertEquals(times, times.toSorted((a: number, b: number) => b - a));
  }
});
