import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { LAUNCHER_ENDPOINTS } from "@/lib/endpoints/launcher.ts";
import { startApp } from "@/tests/app.ts";

const call = await startApp();
const PUBLISHED = await (await call("/openapi.json")).json();

const PATHS = [
  "stats/downloads",
  "launcher/updates",
  "launcher/news",
  "version/app/launcher",
  "version/app/reshade",
  "version/app/fpsUnlocker",
  "version/app/launcher/resources",
  "version/tier/2",
  "version/tier/3",
].map((path) => `/api/v5/app/${path}`);

const QUERIES = [
  "/api/v5/app/launcher/updates?version=7.5.0",
  "/api/v5/app/launcher/updates?version=7.5.0&channel=beta",
  "/api/v5/app/launcher/updates?version=99.0.0-rc.1%2Bbuild",
  "/api/v5/app/launcher/updates?version=v7.5.0.1&platform=macos&arch=arm64",
  "/api/v5/app/launcher/updates?platform=linux&arch=x86",
  "/api/v5/app/launcher/news?limit=1",
  "/api/v5/app/launcher/news?limit=50&since=2026-06-01T12:00:00Z",
  "/api/v5/app/launcher/news?since=2099-01-01",
];

for (const path of PATHS) {
  Deno.test(`GET ${path} returns 200 with its cache and type headers`, async () => {
    const response = await call(path);
    await response.body?.cancel();
    assertEquals(response.status, 200);
    assertEquals(response.headers.get("content-type"), "application/json");
    const cache = "public, max-age=60, stale-while-revalidate=600, stale-if-error=86400";
    assertEquals(response.headers.get("cache-control"), cache);
    assertEquals(response.headers.get("access-control-allow-origin"), "*");
  });
}

for (const path of [...PATHS, ...QUERIES]) {
  Deno.test(`GET ${path} returns what the published JSON schema describes, and nothing else`, async () => {
    const answer = await (await call(path)).json();
    assertEquals([answer.success, answer.status], [true, 200]);
    const endpoint = findEndpoint(path);
    // Parsing drops the fields that the schema does not have.
    assertEquals(endpoint.responses[0]?.schema?.parse(answer), answer);
    const { schema } = PUBLISHED.paths[endpoint.path].get.responses[200].content["application/json"];
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile({
      ...schema,
      components: PUBLISHED.components,
    });
    assert(validate(answer), JSON.stringify(validate.errors));
  });

  Deno.test(`GET ${path} returns 304 for its own tag, and HEAD the same without a body`, async () => {
    const response = await call(path);
    const body = new Uint8Array(await response.arrayBuffer());
    const etag = response.headers.get("etag") ?? "";
    assert(/^"[\x21\x23-\x7e]+"$/.test(etag), etag);
    for (const wanted of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const repeated = await call(path, { headers: { "if-none-match": wanted } });
      assertEquals([repeated.status, await repeated.text(), repeated.headers.get("etag")], [304, "", etag]);
    }
    const changed = await call(path, { headers: { "if-none-match": `"other"` } });
    assertEquals([changed.status, (await changed.arrayBuffer()).byteLength], [200, body.length]);
    const head = await call(path, { method: "HEAD" });
    assertEquals([head.status, await head.text(), head.headers.get("etag")], [200, "", etag]);
    assertEquals(head.headers.get("content-length"), String(body.length));
  });
}

Deno.test("GET /api/v5/{app_name}/version/app/{application} has one key, named after the application", async () => {
  for (const name of ["launcher", "reshade", "fpsUnlocker"]) {
    const { success: _, status: __, ...rest } = await (await call(`/api/v5/app/version/app/${name}`)).json();
    assertEquals(Object.keys(rest), [name]);
    assertEquals(Object.keys(rest[name]), ["version", "beta", "releaseDate", "size"]);
  }
});

Deno.test("GET /api/v5/{app_name}/version/tier/{tier} names the tiers", async () => {
  const name = async (tier: number) => (await (await call(`/api/v5/app/version/tier/${tier}`)).json()).tier.name;
  assertEquals([await name(2), await name(3)], ["Favorite", "Trusted"]);
});

// [path, status, code, part of the details]
const REJECTED: readonly (readonly [string, number, string, object])[] = [
  ["/api/v5/other/stats/downloads", 404, "unknown_app", { allowed: ["app"] }],
  ["/api/v5/APP/stats/downloads", 404, "unknown_app", {}],
  ["/api/v5/app%2Fx/stats/downloads", 404, "unknown_app", {}],
  ["/api/v5/other/launcher/news?limit=0", 404, "unknown_app", {}],
  ["/api/v5/app/version/app/Launcher", 404, "unknown_type", { allowed: ["launcher", "reshade", "fpsUnlocker"] }],
  ["/api/v5/app/version/app/fpsunlocker", 404, "unknown_type", {}],
  ["/api/v5/app/version/app/launcher%2Fresources", 404, "unknown_type", {}],
  ["/api/v5/app/version/app/__proto__", 404, "unknown_type", {}],
  ["/api/v5/app/version/app/constructor", 404, "unknown_type", {}],
  ["/api/v5/app/version/tier/1", 404, "unknown_type", { allowed: ["2", "3"] }],
  ["/api/v5/app/version/tier/02", 404, "unknown_type", {}],
  ["/api/v5/app/version/tier/2.0", 404, "unknown_type", {}],
  ["/api/v5/app/version/tier/%32%00", 404, "unknown_type", {}],
  ["/api/v5/app/version/app/reshade/resources", 404, "not_found", {}],
  ["/api/v5/app/stats", 404, "not_found", {}],
  ["/api/v5/app/stats%2Fdownloads", 404, "not_found", {}],
  ["/api/v5/app/launcher/updates?version=abc", 400, "invalid_parameter", { parameter: "version", value: "abc" }],
  ["/api/v5/app/launcher/updates?version=v7.5", 400, "invalid_parameter", {}],
  ["/api/v5/app/launcher/updates?platform=beos", 400, "invalid_parameter", { allowed: ["windows", "macos", "linux"] }],
  ["/api/v5/app/launcher/updates?version=7.5", 400, "invalid_parameter", {}],
  ["/api/v5/app/launcher/updates?version=", 400, "invalid_parameter", {}],
  ["/api/v5/app/launcher/updates?version=7.5.0&version=7.6.0", 400, "invalid_parameter", {}],
  ["/api/v5/app/launcher/updates?channel=nightly", 400, "invalid_parameter", { allowed: ["stable", "beta"] }],
  ["/api/v5/app/launcher/news?limit=0", 400, "invalid_parameter", { parameter: "limit", min: 1, max: 50 }],
  ["/api/v5/app/launcher/news?limit=51", 400, "invalid_parameter", { min: 1, max: 50 }],
  ["/api/v5/app/launcher/news?limit=two", 400, "invalid_parameter", {}],
  ["/api/v5/app/launcher/news?since=yesterday", 400, "invalid_parameter", { parameter: "since", value: "yesterday" }],
  ["/api/v5/app/launcher/news?since=2026-02-30", 400, "invalid_parameter", {}],
];

for (const [path, status, code, details] of REJECTED) {
  Deno.test(`GET ${path} returns ${status} ${code}`, async () => {
    const response = await call(path);
    const answer = await response.json();
    assertEquals([response.status, answer.status, answer.success, answer.code], [status, status, false, code]);
    assertEquals({ ...answer.details, ...details }, answer.details ?? {});
    assertEquals(response.headers.get("cache-control"), "no-store");
  });
}

Deno.test("GET /api/v5/{app_name}/… responds to the operator's own name only", async () => {
  const named = await startApp({ APP_NAME: "stella-mod" });
  const statuses = [];
  for (const name of ["stella-mod", "app"]) {
    const response = await named(`/api/v5/${name}/version/tier/2`);
    await response.body?.cancel();
    statuses.push(response.status);
  }
  assertEquals(statuses, [200, 404]);
});

Deno.test("GET /api states the policy of the v5 API", async () => {
  const text = await (await call("/api")).text();
  for (const part of ["inform the operator beforehand", "clear and valid reason", "immediate ban"]) {
    assertStringIncludes(text, part);
  }
});

function findEndpoint(path: string): Endpoint {
  const wanted = path.split("?", 1)[0] ?? "";
  const pattern = (endpoint: string) => new RegExp(`^${endpoint.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  const endpoint = LAUNCHER_ENDPOINTS.find((each) => pattern(each.path).test(wanted));
  assert(endpoint, `no endpoint describes ${path}`);
  return endpoint;
}

Deno.test("GET of v5 is compressed from 1 KB on, with an entity tag of its own for each encoding", async () => {
  const read = async (path: string, encoding: string) => {
    const response = await call(`/api/v5/app/${path}`, { headers: { "accept-encoding": encoding } });
    const { headers } = response;
    return { bytes: await response.bytes(), encoding: headers.get("content-encoding"), etag: headers.get("etag") };
  };
  const plain = await read("launcher/updates", "identity");
  const gzip = await read("launcher/updates", "gzip");
  const brotli = await read("launcher/updates", "gzip, deflate, br, zstd");
  assertEquals([plain.encoding, gzip.encoding, brotli.encoding], [null, "gzip", "br"]);
  assertEquals(new Set([plain.etag, gzip.etag, brotli.etag]).size, 3);
  const unzipped = new Response(gzip.bytes).body!.pipeThrough(new DecompressionStream("gzip"));
  assertEquals(await new Response(unzipped).bytes(), plain.bytes);
  assertEquals((await read("version/app/launcher", "br")).encoding, null);
});
