import { assertEquals } from "@std/assert";
import { ENDPOINTS } from "@/lib/endpoints/mod.ts";
import { toSections } from "@/lib/page/model.ts";

Deno.test("toSections() has every endpoint once, in the order of the groups, and the playground after the filters", () => {
  const sections = toSections(ENDPOINTS);
  const ids = sections.flatMap(({ endpoints }) => endpoints.map(({ id }) => id));
  assertEquals(ids.toSorted(), ENDPOINTS.map(({ id }) => id).toSorted());
  assertEquals(sections.map(({ id }) => id), [
    "developer-v1",
    "random-v1",
    "random-v2",
    "filters-v1",
    "filters-v2",
    "playground",
    "launcher-v5",
    "operator-v5",
    "service",
  ]);
});

Deno.test("toSections() has titles with the version, where there is one", () => {
  const titles = new Map(toSections(ENDPOINTS).map(({ id, title }) => [id, title]));
  assertEquals(titles.get("random-v2"), "Random content, v2");
  assertEquals(titles.get("service"), "The service itself");
});
