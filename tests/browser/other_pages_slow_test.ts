import type { Page } from "puppeteer-core";
import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { rateLimitedError } from "@/lib/access/access_control.ts";
import { assertNoViolations, shareTestSite } from "@/tests/browser/browser.ts";
import { find, until, waitForUrl } from "@/tests/browser/elements.ts";

const { site, test } = shareTestSite({ path: "/fox/Zo%C3%AB" });

for (const hasScripts of [true, false]) {
  const how = hasScripts ? "" : " without scripts";

  test(
    `the page of an animal leads to another one and to that of one's own name${how}`,
    { hasScripts, inFirefox: hasScripts },
    async (page) => {
      assertEquals(await find(page, "h1").text(), "Zoë");
      await find(page, "a", "Another one").click();
      await waitForUrl(page, /\/fox\/\w+-\w+$/);
      assertNotEquals(await find(page, "h1").text(), "Zoë");
      await find(page, "#seed").fill("<b> & 猫/🦊");
      await find(page, "button", "Meet").click();
      await waitForUrl(page, /%3Cb%3E/);
      assertEquals(await find(page, "h1").text(), "<b> & 猫/🦊");
      await find(page, "a", "bird").click();
      await waitForUrl(page, /\/bird\//);
      // The address changes before the page has arrived.
      await until(async () => /^<b> & 猫\/🦊 the bird/.test(await page.title()));
    },
  );
}

test("the fields for a name refuse one without a page before it is sent", { hasScripts: false }, async (page) => {
  for (const [path, field] of [["/fox/Ada", "#seed"], ["/", "#meet-name"]] as const) {
    await page.goto(site.origin + path);
    const allows = (name: string) =>
      find(page, field).evaluate((input, value) => {
        return Object.assign(input as HTMLInputElement, { value }).validity.valid;
      }, name);
    for (const name of ["..", " . ", "Ada.png", "Ada.jpeg ", "a+b.json"]) assertEquals(await allows(name), false, name);
    for (const name of ["Ada", "...", "a.b", "Ada.pn", "png", "Ada+Grace", "猫"]) assert(await allows(name), name);
  }
});

test("the page of an animal copies its address, also twice", { inFirefox: true }, async (page) => {
  await find(page, "button", "Copy link").click();
  await find(page, "button", "Copied").click();
  await find(page, "button", "Copy link").wait();
  // The second click ends later than the first.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1600)));
  await find(page, "button", "Copy link").wait();
  assertEquals(await page.evaluate("navigator.clipboard.readText()"), `${site.origin}/fox/Zo%C3%AB`);
});

test("the page of an animal downloads its picture under its name", { inFirefox: true }, async (page) => {
  await find(page, "a", "Without background").click();
  const path = `${site.downloads}/Zoë.png`;
  await until(async () => (await Deno.stat(path)).isFile);
  await Deno.remove(path);
});

test(
  "the page of an animal is accessible, and fits a phone",
  { viewport: { width: 320, height: 640 } },
  async (page) => {
    await assertNoViolations(page);
    assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 320);
    const { height } = await find(page, "button", "Meet").box();
    assert(height < 50, `The button has two lines: ${height}`);
  },
);

/** Shows the page of an error. Not by many requests, because their minute may be over before they are sent. */
async function showError(page: Page, error: Error): Promise<void> {
  const { access } = site.services;
  access.admit = () => {
    throw error;
  };
  await page.goto(site.origin);
  // The method of the class was only hidden.
  Reflect.deleteProperty(access, "admit");
}

const RATE_LIMITED = rateLimitedError(10, { remaining: 0, retryMs: 30_000 });

test("a refused clipboard is replaced by a selection, which can be copied by hand", {}, async (page) => {
  await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))");
  await find(page, "button", "Copy link").click();
  await find(page, "button", "Copied").wait();
  assertEquals(await page.evaluate("navigator.clipboard.readText()"), `${site.origin}/fox/Zo%C3%AB`);
  await page.evaluate("document.execCommand = () => false");
  const button = find(page, 'button[aria-label="Copy the BBCode"]');
  await button.click();
  await button.waitForText("Press Ctrl+C");
  const selected = await page.evaluate("getSelection().toString()");
  assertEquals(selected, await find(page, ".embed div", /BBCode/).find("code").text());
});

test("the page of a 429 counts the seconds down, and that of a 500 copies the request id", {
  expectsErrors: true,
}, async (page) => {
  await showError(page, RATE_LIMITED);
  const timer = find(page, "[role=timer]");
  const start = Number(await timer.text());
  await until(async () => Number(await timer.text()) < start);
  await showError(page, new Error("an error of this test"));
  await find(page, "button", "Copy").click();
  await find(page, "button", "Copied").wait();
  assertEquals(await page.evaluate("navigator.clipboard.readText()"), await find(page, "code").text());
});

test("the page of a 429 fits a phone, without axe violations", {
  viewport: { width: 360, height: 740 },
  expectsErrors: true,
}, async (page) => {
  await showError(page, RATE_LIMITED);
  assertEquals(await page.evaluate("document.documentElement.scrollWidth > innerWidth"), false);
  await assertNoViolations(page);
});

test("the pages of a 400 and a 404 that quote a long word fit a phone", {
  viewport: { width: 360, height: 740 },
  expectsErrors: true,
}, async (page) => {
  for (const kind of ["cat", "cats"]) {
    await page.goto(`${site.origin}/${kind}/${"W".repeat(80)}`);
    assertMatch(await find(page, "main").text(), /W{80}/);
    assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 360, kind);
  }
});

test("the page of an animal links to the search and copies its code", { path: "/cat/Ada" }, async (page) => {
  await find(page, 'button[aria-label="Copy the BBCode"]').click();
  assertEquals(
    await page.evaluate("navigator.clipboard.readText()"),
    await find(page, ".embed div", /BBCode/).find("code").text(),
  );
  const { y, height } = await find(page, "footer").box();
  assert(Math.round(y + height) >= 720);
  await page.keyboard.press("/");
  await find(page, "[data-finder][open]").wait();
  await page.keyboard.type("healthz");
  await find(page, ".hits a:first-of-type[href='#healthz']").wait();
});

test("the page of an animal shares its address where the browser can", { path: "/cat/Ada" }, async (page) => {
  await page.evaluate(`(async () => {
    Object.defineProperty(navigator, "share", { value: async (data) => window.shared = data, configurable: true });
    await import("/animal.js?again");
  })()`);
  await find(page, "button", "Share").click();
  assertEquals(await page.evaluate("window.shared.url"), `${site.origin}/cat/Ada`);
});
