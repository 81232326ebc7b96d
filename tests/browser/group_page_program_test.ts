/// <reference lib="dom" />
import { assertEquals } from "@std/assert";
import { assertNoViolations, shareTestSite } from "@/tests/browser/browser.ts";
import { readCopied } from "@/tests/browser/clipboard.ts";
import { find, waitForUrl } from "@/tests/browser/elements.ts";

const NAMES = `Ada,dog:Rex,fish:Nemo,%D7%A9%D7%9C%D7%95%D7%9D,${"W".repeat(64)}`;

const { site, test } = shareTestSite({ defaults: { path: `/cat/${NAMES}` } });

for (const hasScripts of [true, false]) {
  const how = hasScripts ? "" : " without scripts";

  test(`the page of a group leads to that of each animal${how}`, { hasScripts }, async (page) => {
    await find(page, ".members a", "Rex").click();
    await waitForUrl(page, /\/dog\/Rex$/);
  });
}

test("the page of a group copies its address", {}, async (page) => {
  assertEquals(await readCopied(find(page, "[data-copy-address]")), `${site.origin}/cat/${NAMES}`);
});

test("the page of a group fits into a phone, shows the picture, and axe finds no violations", {
  viewport: { width: 320, height: 640 },
}, async (page) => {
  await assertNoViolations(page);
  assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 320);
  const isLoaded = await page.evaluate("document.querySelector('.portrait').naturalWidth");
  assertEquals(isLoaded, 768);
});
