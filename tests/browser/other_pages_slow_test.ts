import type { Page } from "playwright-core";
import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { rateLimitedError } from "@/lib/access/access_control.ts";
import { assertNoViolations, shareTestSite } from "@/tests/browser/browser.ts";

const { site, test } = shareTestSite({ path: "/fox/Zo%C3%AB" });

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "" : " without scripts";

  test(
    `the page of an animal leads to another one and to that of one's own name${how}`,
    { javaScriptEnabled },
    async (page) => {
      assertEquals(await page.locator("h1").innerText(), "Zoë");
      await page.getByRole("link", { name: "Another one" }).click();
      await page.waitForURL(/\/fox\/\w+-\w+$/);
      assertNotEquals(await page.locator("h1").innerText(), "Zoë");
      await page.getByRole("textbox").fill("<b> & 猫/🦊");
      await page.getByRole("button", { name: "Meet" }).click();
      await page.waitForURL(/%3Cb%3E/);
      assertEquals(await page.locator("h1").innerText(), "<b> & 猫/🦊");
      await page.getByRole("link", { name: "bird", exact: true }).click();
      await page.waitForURL(/\/bird\//);
      assertMatch(await page.title(), /^<b> & 猫\/🦊 the bird/);
    },
  );
}

test("the page of an animal copies its address and downloads its picture", {
  permissions: ["clipboard-read", "clipboard-write"],
}, async (page) => {
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assertEquals(await page.evaluate("navigator.clipboard.readText()"), `${site.origin}/fox/Zo%C3%AB`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Without background" }).click(),
  ]);
  assertEquals(download.suggestedFilename(), "Zoë.png");
});

test(
  "the page of an animal is accessible, and fits a phone",
  { viewport: { width: 320, height: 640 } },
  async (page) => {
    await assertNoViolations(page);
    assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 320);
    const { height } = (await page.getByRole("button", { name: "Meet" }).boundingBox())!;
    assert(height < 50, `The button has two lines: ${height}`);
  },
);

/** Shows the page of a 429. Not by many requests, because their minute may be over before the browser has sent them. */
async function showRateLimited(page: Page): Promise<void> {
  const { access } = site.services;
  access.admit = () => {
    throw rateLimitedError(10, { remaining: 0, retryMs: 30_000 });
  };
  await page.goto(site.origin);
  // The method of the class was only hidden.
  Reflect.deleteProperty(access, "admit");
}

test("the page of a 429 counts the seconds down and copies the request id", {
  permissions: ["clipboard-read", "clipboard-write"],
  expectsErrors: true,
}, async (page) => {
  await showRateLimited(page);
  const timer = page.getByRole("timer");
  const start = Number(await timer.innerText());
  await page.waitForFunction((start) => Number(document.querySelector("[role=timer]")?.textContent) < start, start);
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assertEquals(await page.evaluate("navigator.clipboard.readText()"), await page.locator("code").innerText());
});

test("the page of a 429 fits a phone, without axe violations", {
  viewport: { width: 360, height: 740 },
  expectsErrors: true,
}, async (page) => {
  await showRateLimited(page);
  assertEquals(await page.evaluate("document.documentElement.scrollWidth > innerWidth"), false);
  await assertNoViolations(page);
});
