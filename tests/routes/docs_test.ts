import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { startApp } from "@/tests/app.ts";

const call = await startApp();

Deno.test("GET /docs loads only files of the service, under the policy of every page", async () => {
  const response = await call("/docs");
  const html = await response.text();
  const landing = await call("/");
  await landing.body?.cancel();
  const policy = response.headers.get("content-security-policy");
  assertEquals(policy, landing.headers.get("content-security-policy"));
  assertEquals([...html.matchAll(/<style|\sstyle="|<script(?![^>]*\ssrc=)/g)], []);
  const loaded = [...html.matchAll(/<(?:script|link)[^>]*(?:src|href)="([^"]*)"/g)].map(([, path = ""]) => path);
  for (const path of loaded) {
    const file = await call(path);
    assertEquals([path, file.status], [path, 200]);
    await file.body?.cancel();
  }
});

Deno.test("GET /docs links to the raw document and names two programs that make a client", async () => {
  const html = await (await call("/docs")).text();
  for (const text of ['href="/openapi.json"', "npx openapi-typescript ", "@hey-api/openapi-ts openapi-ts "]) {
    assert(html.includes(text), text);
  }
  assert(!html.replaceAll("<span data-origin>http://localhost:8000</span>", "").includes("localhost"));
});

Deno.test("GET /docs/{file} returns the viewer compressed, and 404 for any other file of its package", async () => {
  const script = await call("/docs/swagger-ui.js", { headers: { "accept-encoding": "br" } });
  assertStringIncludes(script.headers.get("content-type") ?? "", "text/javascript");
  assertEquals(script.headers.get("content-encoding"), "br");
  assert((await script.bytes()).length < 500_000);
  for (const file of ["package.json", "constructor", "swagger-ui.js.map"]) {
    const response = await call(`/docs/${file}`);
    assertEquals([file, response.status], [file, 404]);
    await response.body?.cancel();
  }
});
