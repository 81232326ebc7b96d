import { assertEquals } from "@std/assert";
import { assertComplete, parseOperation } from "@/lib/filters/request.ts";
import { PRESETS } from "@/lib/filters/presets.ts";
import { FILTERS } from "@pawkit/images";

Deno.test("each of PRESETS is a chain of several filters that the service accepts", () => {
  for (const [name, chain] of Object.entries(PRESETS)) {
    const { steps } = assertComplete(parseOperation(chain, new URLSearchParams()));
    assertEquals([name, steps.length > 1], [name, true]);
  }
});

Deno.test("PRESETS have other names than filters, because the pictures of both are in one folder", () => {
  const filters: readonly string[] = FILTERS;
  assertEquals(Object.keys(PRESETS).filter((name) => filters.includes(name) || name === "original"), []);
});
