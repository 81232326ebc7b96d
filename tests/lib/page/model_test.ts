import { assertEquals } from "@std/assert";
import { ENDPOINTS } from "@/lib/endpoints/mod.ts";
import { splitParts, toParts } from "@/lib/page/model.ts";

Deno.test("toParts() has every endpoint once, in the order of the groups", () => {
  const parts = toParts(ENDPOINTS);
  assertEquals(parts.flatMap(({ endpoints }) => endpoints).length, ENDPOINTS.length);
  assertEquals(parts.map(({ group, version }) => [group, version].join(" ").trim()), [
    "developer v1",
    "random v1",
    "random v2",
    "filters v1",
    "filters v2",
    "launcher v5",
    "operator v5",
    "service",
  ]);
});

Deno.test("splitParts() leaves the place of the playground behind the filters", () => {
  const { before, after } = splitParts(toParts(ENDPOINTS));
  assertEquals([before.at(-1)?.group, after[0]?.group], ["filters", "launcher"]);
});
