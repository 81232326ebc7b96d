import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { loadTelemetry, NO_TELEMETRY } from "@/lib/metrics/telemetry.ts";

Deno.test("loadTelemetry() runs the work and passes on its result and its error; unless it is on, it does nothing else", async () => {
  assertStrictEquals(await loadTelemetry(false), NO_TELEMETRY);
  for (const telemetry of [NO_TELEMETRY, await loadTelemetry(true)]) {
    assertEquals(await telemetry.trace("name", () => Promise.resolve(1), { filter: "blur" }), 1);
    await assertRejects(() => telemetry.trace("name", () => Promise.reject(new TypeError("broken"))), TypeError);
    telemetry.time("duration", 1);
  }
});
