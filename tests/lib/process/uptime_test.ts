import { assertEquals } from "@std/assert";
import { readUptime } from "@/lib/process/uptime.ts";

Deno.test("readUptime() formats the time for people", () => {
  const texts = [0, 59, 60, 3600, 12_307, 86_399, 90_061].map((seconds) => readUptime(seconds * 1000).human);
  assertEquals(texts, ["0s", "59s", "1m 0s", "1h 0m 0s", "3h 25m 7s", "23h 59m 59s", "1d 1h 1m 1s"]);
});

Deno.test("readUptime() counts from the start of the process", () => {
  const { uptime, human, startedAt } = readUptime(12_307_412.9);
  assertEquals([uptime, human], [12_307.412, "3h 25m 7s"]);
  assertEquals(startedAt, new Date(performance.timeOrigin).toISOString());
});
