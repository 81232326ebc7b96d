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

testPage("the first visit loads few files", { browsers: ["chromium"] }, async (page) => {
  await page.waitForNetworkIdle();
  const names = await page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)") as string[];
  // With the page itself, which is no resource.
  assertEquals(new Set(names).size + 1 <= 12, true, names.join("\n"));
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
