import { assertEquals } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { toLimits } from "@/lib/page/limits.ts";

function limitsOf(env: Record<string, string>): Map<string, string> {
  return new Map(toLimits(loadConfig({ get: (name) => env[name] }, false)));
}

Deno.test("toLimits() describes the settings in words", () => {
  const limits = limitsOf({
    MAX_SOURCE_BYTES: "1572864",
    MAX_PIXELS: "2500000",
    MEMORY_BUDGET: "160MiB",
    SOURCE_TIMEOUT_MS: "2500",
  });
  assertEquals(limits.get("Source image"), "1.5 MiB");
  assertEquals(limits.get("Pixels"), "2.5 million in a frame, 5 million in all frames");
  assertEquals(
    limits.get("Work on an image"),
    "10 s, 160 MiB of memory and the points of a minute, as estimated; more is refused (`too_expensive`)",
  );
  assertEquals(limits.get("Time"), "2.5 s to fetch the image or 30 s to send it, 10 s to filter it");
  assertEquals(limits.get("Requests")?.startsWith("1,200 points per minute"), true);
});

Deno.test("toLimits() states that requests are not limited", () => {
  const limits = limitsOf({ MEMORY_BUDGET: "160MiB", RATE_LIMIT: "off" });
  assertEquals(limits.get("Requests"), "Not limited");
  assertEquals(
    limits.get("Work on an image"),
    "10 s, 160 MiB of memory, as estimated; more is refused (`too_expensive`)",
  );
});
