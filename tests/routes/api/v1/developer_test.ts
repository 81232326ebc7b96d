import { assert, assertEquals, assertMatch } from "@std/assert";
import manifest from "@/deno.json" with { type: "json" };
import { startApp } from "@/tests/app.ts";

const call = await startApp();

Deno.test("GET /api/v1/version returns the versions of the service and the runtime", async () => {
  const { commit, ...body } = await (await call("/api/v1/version")).json();
  assert(commit === null || /^[0-9a-f]{40}$/.test(commit), commit);
  assertEquals(body, {
    success: true,
    status: 200,
    name: "pawkit",
    version: manifest.version,
    runtime: { name: "deno", version: Deno.version.deno, v8: Deno.version.v8, typescript: Deno.version.typescript },
  });
});

Deno.test("GET /api/v1/uptime returns seconds, the start time and a readable text", async () => {
  const before = Math.floor(performance.now());
  const { success, status, uptime, startedAt, human } = await (await call("/api/v1/uptime")).json();
  assertEquals([success, status], [true, 200]);
  assertEquals(startedAt, new Date(performance.timeOrigin).toISOString());
  const elapsed = Math.round(uptime * 1000);
  assert(elapsed >= before && elapsed <= performance.now(), `${uptime} s`);
  assertMatch(human, /^((\d+d )?\d+h )?(\d+m )?\d+s$/);
});
