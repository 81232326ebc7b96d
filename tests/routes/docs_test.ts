import { assertEquals } from "@std/assert";
import { startApp } from "@/tests/app.ts";

const call = await startApp();

Deno.test("GET /docs redirects to the page, and what is below it is a 404", async () => {
  const response = await call("/docs");
  assertEquals([response.status, response.headers.get("location")], [302, "/"]);
  assertEquals(response.headers.get("cache-control"), "no-store");
  for (const path of ["/docs/swagger-ui.js", "/docs/x/y", "/docs.js", "/docs.css"]) {
    const missing = await call(path, { headers: { accept: "application/json" } });
    assertEquals([path, missing.status, (await missing.json()).code], [path, 404, "not_found"]);
  }
});
