import { assertEquals } from "@std/assert";
import { shareTestSite } from "@/tests/browser/browser.ts";
import { NAMED_DRAWINGS } from "@/tests/named_drawings.ts";

const { site, test } = shareTestSite({ env: { RATE_LIMIT: "off" } });

test("GET /animals.js draws 600 animals like the service, in every engine", { inFirefox: true }, async (page) => {
  const drawings = await page.evaluate(draw, NAMED_DRAWINGS.map(({ args }) => args));
  assertEquals(drawings.length, 600);
  for (const [index, { path }] of NAMED_DRAWINGS.entries()) {
    const svg = await (await fetch(site.origin + path)).bytes();
    assertEquals(drawings[index], new Uint8Array(await crypto.subtle.digest("SHA-256", svg)).toHex(), path);
  }
});

/** Runs in the browser: draws the animals and returns the SHA-256 of each. */
async function draw(list: readonly unknown[]): Promise<string[]> {
  const address = "/animals.js";
  const { drawAnimal } = await import(address);
  return await Promise.all(list.map(async (args) => {
    const svg = new TextEncoder().encode(drawAnimal(...args as readonly unknown[]));
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", svg));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }));
}
