import { assertEquals } from "@std/assert";
import { ENDPOINTS } from "@/tests/endpoints.ts";
import { toSections } from "@/lib/page/model.ts";

Deno.test("toSections() has every endpoint once, as a card or as the v1 form of one", () => {
  const cards = toSections(ENDPOINTS).flatMap((section) => section.cards);
  const ids = cards.flatMap(({ endpoint, v1Form }) => v1Form ? [endpoint.id, v1Form.id] : [endpoint.id]);
  assertEquals(ids.toSorted(), ENDPOINTS.map(({ id }) => id).toSorted());
});

Deno.test("toSections() starts with what most visitors want", () => {
  const ids = toSections(ENDPOINTS).map(({ id }) => id);
  assertEquals(ids, ["animals", "filters", "text", "lists", "launcher", "service", "operator"]);
});

Deno.test("toSections() gives each v2 endpoint its v1 form, if there is one", () => {
  const cards = toSections(ENDPOINTS).flatMap((section) => section.cards);
  const v1Forms = cards.filter(({ endpoint }) => endpoint.version === "v2" && !endpoint.id.includes("upload"))
    .map(({ endpoint, v1Form }) => [endpoint.id, v1Form?.id]);
  assertEquals(Object.fromEntries(v1Forms), {
    "v2-random-animal": "v1-animals",
    "v2-random-string": "v1-string",
    "v2-random-yt-video": undefined,
    "v2-random-kaomoji": "v1-kaomoji",
    "v2-filter": "v1-filter",
  });
});
