import { assertEquals } from "@std/assert";
import { readHeader } from "@pawkit/images/probe";
import { ATTACKS } from "./attacks.ts";
import { createPngBomb, createWebpBomb } from "./bombs.ts";

Deno.test("ATTACKS are at most 25, because each takes 40 s", () => {
  assertEquals(Object.keys(ATTACKS).length <= 25, true);
});

Deno.test("ATTACKS repeat the findings of the last review with one client and with twenty", () => {
  for (const name of ["forms", "data", "own", "broken-uploads", "logs"]) {
    assertEquals([ATTACKS[`${name}-1`]?.clients, ATTACKS[`${name}-20`]?.clients], [1, 20], name);
  }
});

Deno.test("createPngBomb() and createWebpBomb() have 25 megapixels in a few kilobytes", () => {
  for (const url of [createPngBomb(5000, 5000), createWebpBomb()]) {
    const bytes = Uint8Array.fromBase64(url.slice(url.indexOf(",") + 1));
    const { width, height } = readHeader(bytes);
    assertEquals([width, height, bytes.length < 5000], [5000, 5000, true]);
  }
});
