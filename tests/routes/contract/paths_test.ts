import { assertEquals } from "@std/assert";
import { PATHS, toDocumentedPath } from "@/lib/endpoints/paths.ts";
import { startApp } from "@/tests/app.ts";
import { ENDPOINTS } from "@/tests/endpoints.ts";
import { FILTERS } from "@pawkit/images";

// Every route is described once, and handlers read nothing that is not described.

/** Paths that need no description: one redirects, and one is only for the pages. */
const UNDESCRIBED = ["/docs", "/docs/{page}", "/search.json"];

/** Parameters that are read only to reject them with the right address. */
const REJECTED: Readonly<Record<string, readonly string[]>> = {
  "/{kind}/{name}": ["format", "type", "count", "seed"],
  "/api/v1/filter/{endpoint}": FILTERS,
  "/api/v2/filter/{steps}": FILTERS,
};

/** Parameters that only other filters have than that of the example. */
const OF_OTHER_FILTERS = ["size"];

Deno.test("PATHS has every route with its methods, and no other", async () => {
  const inFiles = await Array.fromAsync(listRoutes("routes"), async (file) => {
    const { config, handler } = await import(`@/${file}`);
    return [toDocumentedPath(config?.routeOverride ?? toPattern(file)), Object.keys(handler).sort()];
  });
  const inTable = Object.entries(PATHS).map(([path, { methods = ["GET"] }]) => [path, methods.toSorted()]);
  assertEquals(inTable.sort(), inFiles.sort());
});

function* listRoutes(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* listRoutes(`${folder}/${name}`);
    else if (!name.startsWith("_")) yield `${folder}/${name}`;
  }
}

/** Returns the pattern of a route file: that of `routes/api/[kind]/index.ts` is `/api/:kind`. */
function toPattern(file: string): string {
  const path = file.replace(/^routes|(\/index)?\.tsx?$/g, "") || "/";
  return path.replaceAll(/\[(?:\.{3})?(\w+)\]/g, ":$1");
}

Deno.test("every path has a description", () => {
  const described = new Set(ENDPOINTS.map(({ path }) => path));
  const feeds = ENDPOINTS.filter(({ path }) => path.includes("/launcher/feeds/")).map(({ path }) => toFeedPath(path));
  const missing = Object.keys(PATHS).filter((path) => !described.has(path) && !feeds.includes(path));
  assertEquals(missing, UNDESCRIBED);
});

Deno.test("an endpoint accepts uploads exactly if its path has POST", () => {
  for (const { path, upload } of ENDPOINTS) {
    assertEquals(PATHS[toFeedPath(path)]?.methods?.includes("POST") ?? false, upload !== undefined, path);
  }
});

const TOKEN = "0123456789abcdef0123456789abcdef";
const call = await startApp({ RATE_LIMIT: "off", OPERATOR_TOKEN: TOKEN });

for (const { path, example, method } of ENDPOINTS) {
  if (method === "DELETE") continue;
  Deno.test(`GET ${path} reads the parameters that are described, and no others`, async () => {
    const names = new Set<string>();
    for (const accept of ["*/*", "image/png", "text/html", "text/plain", "application/json"]) {
      const headers = { accept, authorization: `Bearer ${TOKEN}` };
      for (
        const name of await listRead(() => call(`${example}${example.includes("?") ? "&" : "?"}${MARK}=1`, { headers }))
      ) names.add(name);
    }
    const known = toFeedPath(path);
    const rejected = REJECTED[known] ?? [];
    const isFilter = known.includes("/filter/");
    const described = Object.keys(PATHS[known]?.parameters ?? {})
      .filter((name) => !(isFilter && OF_OTHER_FILTERS.includes(name)));
    assertEquals([...names].filter((name) => !rejected.includes(name)).sort(), described.sort());
  });
}

/** Returns the path in PATHS: each feed is a file of the same route. */
function toFeedPath(path: string): string {
  return path.replace(/\/feeds\/[\w.-]+$/, "/feeds/{file}");
}

/** An unknown parameter, which marks the query of the request: pages and filters also read those of other URLs. */
const MARK = "mark";

/** Returns the names that the service looks up in the query of a request. */
async function listRead(call: () => Promise<Response>): Promise<Set<string>> {
  const names = new Set<string>();
  const { get, getAll, has } = URLSearchParams.prototype;
  URLSearchParams.prototype.get = function (name) {
    if (has.call(this, MARK)) names.add(name);
    return get.call(this, name);
  };
  URLSearchParams.prototype.getAll = function (name) {
    if (has.call(this, MARK)) names.add(name);
    return getAll.call(this, name);
  };
  try {
    const response = await call();
    await response.body?.cancel();
    assertEquals(response.ok || response.status === 302, true, `${response.status}`);
  } finally {
    Object.assign(URLSearchParams.prototype, { get, getAll });
  }
  return names;
}

Deno.test("toDocumentedPath() returns the path of a route, whatever the pattern of its variables", () => {
  assertEquals(toDocumentedPath("/:kind(cat|dog)/:name"), "/{kind}/{name}");
  assertEquals(toDocumentedPath("/generated/:path*"), "/generated/{path}");
  assertEquals(toDocumentedPath("/:status(404|500).png"), "/{status}.png");
});

Deno.test("every path of the operator but the page needs the token, whatever its route does", async () => {
  for (const [path, { isTokenForm, methods: [method] = ["GET"] }] of Object.entries(PATHS)) {
    if (!/^\/metrics$|\boperator\b/.test(path)) continue;
    const response = await call(path.replace("{app_name}", "app").replace("{client}", "192.0.2.7"), {
      method: method!,
    });
    await response.body?.cancel();
    assertEquals(response.status, isTokenForm ? 200 : 401, path);
  }
});
