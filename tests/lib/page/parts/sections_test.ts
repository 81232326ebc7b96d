import { assertEquals } from "@std/assert";
import { ENDPOINTS } from "@/tests/endpoints.ts";
import { toSections } from "@/lib/page/parts/sections.ts";

Deno.test("toSections() has every endpoint once, as a card or as the v1 endpoint of one", () => {
  const cards = toSections(ENDPOINTS).flatMap((section) => section.cards);
  const ids = cards.flatMap(({ endpoint, v1Endpoint }) => v1Endpoint ? [endpoint.id, v1Endpoint.id] : [endpoint.id]);
  assertEquals(ids.toSorted(), ENDPOINTS.map(({ id }) => id).toSorted());
});

Deno.test("toSections() starts with what most visitors want", () => {
  const ids = toSections(ENDPOINTS).map(({ id }) => id);
  assertEquals(ids, ["animals", "filters", "text", "lists", "launcher", "service", "operator"]);
});

Deno.test("toSections() gives each v2 endpoint its v1 endpoint, if there is one", () => {
  const cards = toSections(ENDPOINTS).flatMap((section) => section.cards);
  const v1Endpoints = cards.filter(({ endpoint }) => endpoint.version === "v2")
    .map(({ endpoint, v1Endpoint }) => [endpoint.id, v1Endpoint?.id]);
  assertEquals(Object.fromEntries(v1Endpoints), {
    "v2-random-animal": "v1-animals",
    "v2-random-any-animal": undefined,
    "v2-random-string": "v1-string",
    "v2-random-yt-video": undefined,
    "v2-random-kaomoji": "v1-kaomoji",
    "v2-filter": "v1-filter",
  });
});
