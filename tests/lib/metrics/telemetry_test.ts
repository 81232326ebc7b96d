import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { loadTelemetry, NO_TELEMETRY } from "@/lib/metrics/telemetry.ts";

Deno.test("loadTelemetry() returns telemetry that does nothing unless it is on", async () => {
  const telemetry = await loadTelemetry(false);
  assertStrictEquals(telemetry, NO_TELEMETRY);
  const work = Promise.resolve(1);
  assertStrictEquals(telemetry.trace("name", () => work), work);
});

Deno.test("loadTelemetry() runs the work in a span and passes on its result and its error", async () => {
  const telemetry = await loadTelemetry(true);
  assertEquals(await telemetry.trace("name", () => Promise.resolve(1), { filter: "blur" }), 1);
  await assertRejects(() => telemetry.trace("name", () => Promise.reject(new TypeError("broken"))), TypeError);
  telemetry.time("duration", 1);
});
