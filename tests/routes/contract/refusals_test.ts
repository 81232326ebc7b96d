import { assertEquals, assertStringIncludes } from "@std/assert";
import { startApp } from "@/tests/app.ts";

const call = await startApp({ RATE_LIMIT: "off" });

Deno.test("GET of a file in static/ refuses a range or a version it has not in the form of every failure", async () => {
  const refused: [string, Record<string, string>, number, string][] = [
    ["/style.css", { range: "bytes=99999999-" }, 416, "range_not_satisfiable"],
    ["/style.css", { "if-match": '"other"' }, 412, "precondition_failed"],
    ["/api/v1/static/generated/all/hosts.txt?raw=1", { range: "bytes=99999999-" }, 416, "range_not_satisfiable"],
    ["/api/v1/static/generated/all/hosts.txt?raw=1", { "if-match": '"other"' }, 412, "precondition_failed"],
  ];
  for (const [path, headers, status, code] of refused) {
    const response = await call(path, { headers });
    const body = await response.json();
    assertEquals([response.status, body.status, body.success, body.code], [status, status, false, code]);
    assertEquals(response.headers.get("cache-control"), "no-store");
    assertEquals(response.headers.get("content-range"), status === 416 ? `bytes */${body.details.limit}` : null);
  }
});

Deno.test("a seed is counted in characters, as the OpenAPI document does, and a long one is cut between two", async () => {
  const cats = (count: number) => encodeURIComponent("🐱".repeat(count));
  assertEquals((await call(`/api/v1/animals/cat?seed=${cats(64)}`)).status, 200);
  const { message, details } = await (await call(`/api/v1/animals/cat?seed=x${cats(64)}`)).json();
  assertEquals([details.min, details.max, details.value.isWellFormed()], [1, 64, true]);
  assertStringIncludes(message, "must have 1 to 64 characters");
});
