import { assertEquals } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { toLimits } from "@/lib/page/docs/limits.ts";

/** Returns the numbers in each limit; the words around them are free. */
function readNumbers(env: Record<string, string>): Map<string, string[]> {
  const limits = toLimits(loadConfig({ get: (name) => env[name] }, false));
  return new Map(limits.map(([what, value]) => [what, value.match(/\d[\d,.]*(?<!\.)/g) ?? []]));
}

Deno.test("toLimits() has the values of the settings, in units that people read", () => {
  const numbers = readNumbers({
    MAX_SOURCE_BYTES: "1572864",
    MAX_PIXELS: "2500000",
    MEMORY_BUDGET: "160MiB",
    SOURCE_TIMEOUT_MS: "2500",
  });
  assertEquals(numbers.get("Source image"), ["1.5"]);
  assertEquals(numbers.get("Pixels"), ["2.5", "5"]);
  assertEquals(numbers.get("Work on an image"), ["10", "96"]);
  assertEquals(numbers.get("Time"), ["2.5", "30", "10"]);
  assertEquals(numbers.get("Requests")?.[0], "1,200");
});

Deno.test("toLimits() has no number of points if requests are not limited", () => {
  assertEquals(readNumbers({ RATE_LIMIT: "off" }).get("Requests"), []);
});
