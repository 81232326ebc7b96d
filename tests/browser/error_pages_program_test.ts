import type { Page } from "puppeteer-core";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { assertNoViolations, shareTestSite } from "@/tests/browser/browser.ts";
import { readCopied } from "@/tests/browser/clipboard.ts";
import { advanceClock } from "@/tests/browser/clock.ts";
import { find } from "@/tests/browser/elements.ts";
import { PHONE } from "@/tests/browser/landing_page.ts";

const { site, test } = shareTestSite({ defaults: { path: "/robots.txt", expectsErrors: true } });

const RATE_LIMITED = new ApiError("rate_limited", "Cannot accept more requests now: try again in 30 s", {
  headers: { "retry-after": "30" },
});

/** Shows the page of an error. Not by many requests, because points may come back before they are sent. */
async function showError(page: Page, error: Error): Promise<void> {
  const { access } = site.services;
  access.admit = () => {
    throw error;
  };
  await page.goto(site.origin);
  // The method of the class was only hidden.
  Reflect.deleteProperty(access, "admit");
}

test("the page of a 429 counts the seconds down to 0", { stopsClock: true }, async (page) => {
  await showError(page, RATE_LIMITED);
  const timer = find(page, "[role=timer]");
  const shown = [await timer.text()];
  for (const ms of [1000, 28_000, 1000, 1000]) {
    await advanceClock(page, ms);
    shown.push(await timer.text());
  }
  assertEquals(shown, ["30", "29", "1", "0", "0"]);
});

test("the page of a 429 fits a phone, without axe violations", { viewport: PHONE }, async (page) => {
  await showError(page, RATE_LIMITED);
  assertEquals(await page.evaluate("document.documentElement.scrollWidth > innerWidth"), false);
  await assertNoViolations(page);
});

test("the page of a 500 copies the request id", {}, async (page) => {
  await showError(page, new Error("an error of this test"));
  assertEquals(await readCopied(find(page, "button", "Copy")), await find(page, "code").text());
  await find(page, "button", "Copied").wait();
});

test("the pages of a 400 and a 404 that quote a long word fit a phone", { viewport: PHONE }, async (page) => {
  for (const kind of ["cat", "cats"]) {
    await page.goto(`${site.origin}/${kind}/${"W".repeat(80)}`);
    assertMatch(await find(page, "main").text(), /W{80}/);
    assertEquals(await page.evaluate("document.documentElement.scrollWidth"), PHONE.width, kind);
  }
});

test("the text of a 400 is below its title, however high the window is", {
  viewport: { width: 1000, height: 2000 },
}, async (page) => {
  await page.goto(`${site.origin}/cat/Ada?size=9999`);
  // The box of a title that is stretched ends at the text.
  const distance = (await find(page, "main p").box()).y - (await find(page, "h1").box()).y;
  assert(distance > 0 && distance < 150, `${distance}`);
});

test("the pages of a 400 and a 404 show the sign, without axe violations", { viewport: PHONE }, async (page) => {
  for (const path of ["/cat/Ada?size=1", "/hamster/Ada"]) {
    await page.goto(`${site.origin}${path}`);
    assertEquals(await page.evaluate("document.querySelector('main img').naturalWidth > 0"), true, path);
    await assertNoViolations(page);
  }
  const heights = await find(page, "main .choices a").evaluateAll((links) => links.map((link) => link.offsetHeight));
  assert(heights.length > 0 && heights.every((height) => height >= 44), `${heights}`);
});
