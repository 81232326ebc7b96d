import { assertEquals, assertStringIncludes } from "@std/assert";
import { startApp } from "@/tests/app.ts";
import { ENDPOINTS } from "@/tests/endpoints.ts";

// tests/routes/contract has the headers, the fields and the parameters of each path.

const call = await startApp();

const QUERIES = [
  "updates?version=7.5.0&channel=beta",
  "updates?version=99.0.0-rc.1%2Bbuild",
  "updates?version=v7.5.0.1&platform=macos&arch=arm64",
  "updates?platform=linux&arch=x86",
  "news?limit=50&since=2026-06-01T12:00:00Z",
  "news?since=2099-01-01",
].map((path) => `/api/v5/app/launcher/${path}`);

for (const path of QUERIES) {
  Deno.test(`GET ${path} returns what its schema describes, and nothing else`, async () => {
    const body = await (await call(path)).json();
    const described = path.replace("/app/", "/{app_name}/").replace(/\?.*/, "");
    const endpoint = ENDPOINTS.find((each) => each.path === described);
    // Parsing drops the fields that the schema does not have.
    assertEquals(endpoint?.responses[0]?.schema?.parse(body), body);
  });
}

Deno.test("GET /api/v5/{app_name}/launcher/updates says that it lists at most 25 releases", () => {
  const endpoint = ENDPOINTS.find(({ path }) => path === "/api/v5/{app_name}/launcher/updates");
  assertStringIncludes(endpoint?.description ?? "", "at most 25");
});

const REJECTED = {
  "/api/v5/app%2Fx/stats/downloads": "unknown_app",
  "/api/v5/other/launcher/news?limit=0": "unknown_app",
  "/api/v5/app/version/app/launcher%2Fresources": "unknown_type",
  "/api/v5/app/version/app/reshade/resources": "not_found",
  "/api/v5/app/stats": "not_found",
  "/api/v5/app/stats%2Fdownloads": "not_found",
  "/api/v5/app/stats/downloads.svg": "not_found",
};

for (const [path, code] of Object.entries(REJECTED)) {
  Deno.test(`GET ${path} returns 404 ${code}`, async () => {
    const response = await call(path);
    assertEquals([response.status, (await response.json()).code], [404, code]);
  });
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
