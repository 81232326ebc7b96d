/// <reference lib="dom" />
import type { Page } from "puppeteer-core";
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { analyze, createAxe, emulateColorScheme, shareTestSite, waitUntilLoaded } from "@/tests/browser/browser.ts";
import { find, until } from "@/tests/browser/elements.ts";
import { openPlayground, PHONE, PLAYGROUND, tryIt, waitForPlayground } from "@/tests/browser/landing_page.ts";

const { site, test } = shareTestSite();

/** The endpoints whose responses axe checks, by their page: an error, text, JSON and an image. */
const SHOWN = {
  animals: "v2-random-animal",
  text: "v2-random-kaomoji",
  service: "v1-version",
  filters: "v2-filter",
};

/**
 * Leaves only these cards, and six entries of each list: the others come from the same components, and axe takes time
 * even for what it excludes.
 */
async function removeCards(page: Page, kept: readonly string[] = []): Promise<void> {
  await find(page, ".endpoint").evaluateAll((cards, ids = []) => {
    for (const card of cards.filter(({ id }) => !ids.includes(id))) card.remove();
    for (const { children } of document.querySelectorAll("main > :not(#meet) :is(ul, ol, dl, tbody)")) {
      for (const child of [...children].slice(6)) child.remove();
    }
  }, kept);
}

async function assertAccessible(page: Page, rules?: string[]): Promise<void> {
  await waitUntilLoaded(page);
  // What is below the sticky header is obscured: axe cannot determine its background, and takes it for too small.
  await page.evaluate("scrollTo(0, 0)");
  const axe = createAxe(page).options({ resultTypes: ["violations", "incomplete"] });
  const { violations, incomplete } = await analyze(rules === undefined ? axe : axe.withRules(rules));
  assertEquals(
    [...violations, ...incomplete].map(({ id, nodes }) => [
      id,
      nodes.map(({ html, target, any }) => `${html} ${target} ${any.map((check) => check.message)}`),
    ]),
    [],
  );
}

test("axe finds no violations on the landing page", {}, async (page) => {
  await openPlayground(page);
  await assertAccessibleInBoth(page);
});

for (const width of [390, 1280]) {
  test(`axe finds no small target, and nothing that only a pointer scrolls, at ${width} px`, {
    viewport: { width, height: 844 },
  }, async (page) => {
    for (const path of ["/", "/docs/animals", "/docs/filters"]) {
      if (path !== "/") await page.goto(site.origin + path);
      for (const id of ["v2-random-animal", "v2-filter"]) {
        if (await find(page, `article[id="${id}"]`).count() > 0) await tryIt(page, id);
      }
      await assertAccessible(page, ["target-size", "scrollable-region-focusable"]);
    }
  });
}

test("axe finds no violations in the documentation, with responses and errors shown", {
  path: "/docs",
  expectsErrors: true,
}, async (page) => {
  await assertAccessibleInBoth(page);
  for (const [name, id] of Object.entries(SHOWN)) {
    await page.goto(`${site.origin}/docs/${name}`);
    await find(page, `article[id="${id}"] > details > summary`).click();
    if (name === "animals") await find(page, "#v2-random-animal-count").fill("51");
    await tryIt(page, id);
    await removeCards(page, [id]);
    await assertAccessibleInBoth(page);
  }
});

/** Asserts that axe finds nothing, in both colour schemes. Only colours differ in the dark one. */
async function assertAccessibleInBoth(page: Page): Promise<void> {
  await assertAccessible(page);
  await emulateColorScheme(page, "dark");
  await assertAccessible(page, ["color-contrast"]);
  await emulateColorScheme(page, "light");
}

test("axe finds no violations in the search, the menu, a chain and its error at 200 % text", {
  path: PLAYGROUND,
  viewport: PHONE,
  colorScheme: "dark",
  expectsErrors: true,
}, async (page) => {
  const assertNoViolations = async (place: string) => {
    const { violations } = await analyze(createAxe(page).include(place));
    assertEquals(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
  };
  const playground = await waitForPlayground(page);
  await playground.find("[data-add-step]").click();
  await playground.find("[data-filter=greyscale]").click();
  await find(page, "#playground-url").fill("http://10.0.0.1/a.png");
  await find(page, "#playground-url").press("Enter");
  await playground.find(".explained").wait();
  await waitUntilLoaded(page);
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  assertEquals(await page.evaluate("document.documentElement.scrollWidth"), PHONE.width);
  await removeCards(page);
  await assertNoViolations("body");
  await find(page, "button", "Menu").click();
  await assertNoViolations("header");
  await page.keyboard.press("Escape");
  await find(page, "[data-search]").click();
  await page.keyboard.type("blur");
  await find(page, ".hits a").wait();
  await assertNoViolations("[data-finder]");
});

test("axe finds no violations on the 404 page", { path: "/nowhere", expectsErrors: true }, async (page) => {
  await assertAccessible(page);
  assert(await find(page, "h1", "Page not found").isVisible());
});

test("everything can be operated with the keyboard, in few steps", { inFirefox: true }, async (page) => {
  const stops = "[...document.querySelectorAll('a[href], button, input, select, summary, [tabindex]')]" +
    ".filter((each) => each.checkVisibility() && each.tabIndex >= 0 && !each.disabled && each.type !== 'hidden')" +
    // A group of radio buttons is one stop.
    ".filter((each) => each.type !== 'radio' || each.checked).length";
  const count = Number(await page.evaluate(stops));
  assert(count <= 135, `${count} Tab stops`);
  await page.keyboard.press("Tab");
  assertEquals(await page.evaluate("document.activeElement.textContent"), "Skip to the content");
  await page.keyboard.press("Enter");
  await until(async () => await page.evaluate("document.activeElement.id") === "main");
  await find(page, "#meet [data-value=cat]").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press(" ");
  await find(page, "#meet [data-value=dog][aria-current]").wait();
  await openPlayground(page);
  await find(page, "#playground-divider").focus();
  await page.keyboard.press("ArrowLeft");
  const split = "getComputedStyle(document.querySelector('.compare')).getPropertyValue('--split')";
  await until(async () => await page.evaluate(split) === "49%");
});

test("a card can be operated with the keyboard", { path: "/docs/service", inFirefox: true }, async (page) => {
  await find(page, "#v1-version").find("button", /^Try it/).focus();
  await page.keyboard.press("Enter");
  await find(page, "#v1-version").waitForText("200 OK");
});

test("on a phone, whatever a thumb reaches is 44 pixels high", {
  path: PLAYGROUND,
  viewport: PHONE,
}, async (page) => {
  await waitForPlayground(page);
  const small = "[...document.querySelectorAll('a, button, select, summary, input')].filter((each) => " +
    "each.checkVisibility() && each.offsetParent && !each.closest('p:not(.actions, .fields, .downloads, .more), li, h2') " +
    "&& !/radio|checkbox|range|hidden/.test(each.type) && !each.matches('.skip') && each.offsetHeight < 44)" +
    ".map((each) => `${each.outerHTML.slice(0, 80)} ${each.offsetHeight}`)";
  assertEquals(await page.evaluate(small), []);
});

test("on a phone, nothing covers what a thumb reaches", { viewport: PHONE }, async (page) => {
  for (const path of ["/", "/cat/Ada+Grace", "/cat/Ada,Rex", "/docs/animals", "/docs/filters", "/docs/lists"]) {
    if (path !== "/") await page.goto(site.origin + path);
    const covered = await find(page, "a, button, select, summary, input").evaluateAll((elements) =>
      elements.filter((each) =>
        each.checkVisibility({ checkOpacity: true }) && each.clientWidth + each.clientHeight > 2 &&
        !each.matches(".skip")
      ).filter((each) => {
        each.scrollIntoView({ block: "center", inline: "center" });
        // A link may have several lines.
        const { left, top, width, height } = each.getClientRects()[0]!;
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return hit === null || !(each.contains(hit) || hit.closest("label")?.contains(each));
      }).map((each) => each.outerHTML.slice(0, 100))
    );
    assertEquals([path, covered], [path, []]);
  }
});

test("on a phone, all of a row of an endpoint leads to its card, and is 44 pixels high", {
  viewport: PHONE,
}, async (page) => {
  const wrong = await find(page, "ul.rows li").evaluateAll((rows) =>
    rows.filter((row) => {
      row.scrollIntoView({ block: "center" });
      const { left, top, width, height } = row.getBoundingClientRect();
      return height < 44 || document.elementFromPoint(left + width - 2, top + 2) !== row.querySelector("a");
    }).map(({ id }) => id)
  );
  assertEquals(wrong, []);
});

test("the page follows the preferred colour scheme", { colorScheme: "dark" }, async (page) => {
  const colour = "getComputedStyle(document.body).backgroundColor";
  const dark = await page.evaluate(colour);
  await emulateColorScheme(page, "light");
  assertNotEquals(dark, await page.evaluate(colour));
});

test("on paper, every card is open", { path: "/docs/animals" }, async (page) => {
  const parameters = find(page, "#v2-random-animal .parameters");
  const isShown = () => parameters.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
  assertEquals(await isShown(), false);
  await page.emulateMediaType("print");
  // The browser shows the change with its next frame.
  await until(isShown);
  const { width } = await find(page, "#v2-random-animal").box();
  assert(width > 1000, `${width}`);
});
