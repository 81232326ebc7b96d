import { AxePuppeteer } from "@axe-core/puppeteer";
import { assertEquals } from "@std/assert";
import { testPage } from "./browser.ts";

const PAGES = ["/", "/cat/Ada+Grace", "/cat/Ada,Grace,dog:Rex", "/docs", "/nothing/here"];

// Firefox has scripts always, as far as Puppeteer knows.
testPage("without a script, the form leads to an animal and to what it wears", {
  browsers: ["chromium"],
  hasScripts: false,
}, async (page) => {
  await page.click("[name=name]", { count: 3 });
  await page.keyboard.type("Ada, dog:Rex");
  await page.click("label:has([name=kind][value=fox])");
  await page.click("#look-wears summary");
  await page.click("label:has([name=wears][value=crown])");
  await Promise.all([page.waitForNavigation(), page.click("#look-wears .unscripted")]);
  const { pathname, search } = new URL(page.url());
  assertEquals(pathname + search, "/fox/Ada,dog:Rex?wears=crown");
});

testPage("the first visit loads few files and little", { browsers: ["chromium"] }, async (page) => {
  await page.waitForNetworkIdle();
  const loaded = await page.evaluate(`["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type))
    .map(({ name, encodedBodySize }) => [name, encodedBodySize])`) as [string, number][];
  const sizes = new Map(loaded);
  assertEquals(sizes.size <= 12, true, [...sizes.keys()].join("\n"));
  const sum = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  assertEquals(sum <= 45_000, true, `${sum} bytes`);
});

for (const path of PAGES) {
  testPage(`axe finds nothing at ${path}, light and dark`, {
    path,
    browsers: ["chromium"],
    expectsErrors: path === "/nothing/here",
  }, async (page) => {
    await page.evaluate(
      "document.querySelectorAll('#look-wears, #animals, #animals > details:first-of-type')" +
        ".forEach((each) => each.open = true)",
    );
    for (const value of ["light", "dark"]) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
      const { violations } = await new AxePuppeteer(page).setLegacyMode().analyze();
      assertEquals(violations.map(({ id, nodes }) => [id, value, nodes[0]?.html]), []);
    }
  });

  testPage(`nothing is wider than a phone at ${path}`, {
    path,
    width: 320,
    expectsErrors: path === "/nothing/here",
  }, async (page) => {
    await page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)");
    assertEquals(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"), 0);
  });
}
