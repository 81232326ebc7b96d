import { assertEquals } from "@std/assert";
import { startApp } from "@/tests/support/app.ts";

const PREFLIGHT = {
  origin: "https://example.org",
  "access-control-request-method": "POST",
  "access-control-request-headers": "content-type",
};

Deno.test("HEAD has the headers of GET, also its length, and no body", async () => {
  await using app = await startApp();
  // The last picture is so large that it is sent in pieces.
  const paths = ["/api", "/llms.txt", "/", "/style.css", "/nothing", "/cat/Ada.svg", "/cat/Ada.png?size=1024"];
  const requests = [...paths, "/generated/all/domains.txt"].flatMap((path) => {
    return ["identity", "gzip"].map((encoding) => ({ path, headers: { "accept-encoding": encoding } }));
  });
  for (const { path, headers } of requests) {
    const get = await app.fetch(path, { headers });
    const length = `${(await get.bytes()).length}`;
    const head = await app.fetch(path, { method: "HEAD", headers });
    assertEquals([path, head.status, head.headers.get("content-length"), await head.text()], [
      path,
      get.status,
      length,
      "",
    ]);
    const [wanted, got] = [get, head].map(({ headers }) => Object.fromEntries(headers));
    assertEquals({ ...got, "x-request-id": "" }, { ...wanted, "content-length": length, "x-request-id": "" });
  }
  assertEquals(app.services.work.status.sending.used, 0);
});

Deno.test("OPTIONS is 204 with the methods of the path, for pages of any origin", async () => {
  await using app = await startApp();
  for (const path of ["/api/v1/version", "/cat/Ada.png", "/style.css", "/"]) {
    const response = await app.fetch(path, { method: "OPTIONS", headers: PREFLIGHT });
    assertEquals([path, response.status, await response.text()], [path, 204, ""]);
    const { headers } = response;
    assertEquals(headers.get("allow"), "GET, HEAD, OPTIONS");
    assertEquals(headers.get("access-control-allow-methods"), headers.get("allow"));
    // For browsers, the star means any header but this one.
    assertEquals(headers.get("access-control-allow-headers"), "*, authorization");
    assertEquals(headers.get("access-control-allow-origin"), "*");
  }
  const missing = await app.fetch("/nothing", { method: "OPTIONS", headers: PREFLIGHT });
  assertEquals([missing.status, (await missing.json()).code], [404, "not_found"]);
});

Deno.test("every response can be read by pages of any origin, except those of the operator", async () => {
  await using app = await startApp({ OPERATOR_TOKEN: "a-token-that-is-long-enough-for-everybody" });
  for (const path of ["/cat/Ada.svg", "/style.css", "/fox", "/nothing", "/api/v1/kaomoji/lion"]) {
    const { headers, body } = await app.fetch(path);
    await body?.cancel();
    const names = ["access-control-allow-origin", "access-control-expose-headers", "x-content-type-options"];
    assertEquals([path, ...names.map((name) => headers.get(name))], [path, "*", "*", "nosniff"]);
  }
  for (const path of ["/metrics", "/api/v5/app/operator/status"]) {
    for (const [method, expected] of [["OPTIONS", 204], ["GET", 401]] as const) {
      const { headers, status, body } = await app.fetch(path, { method, headers: PREFLIGHT });
      await body?.cancel();
      assertEquals([...headers.keys()].filter((name) => name.startsWith("access-control-")), []);
      assertEquals(status, expected);
    }
  }
});
