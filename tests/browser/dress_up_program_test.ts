/// <reference lib="dom" />
import type { Page } from "puppeteer-core";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { assertNoViolations, shareTestSite } from "@/tests/browser/browser.ts";
import { readCopied } from "@/tests/browser/clipboard.ts";
import { find, until, waitForUrl } from "@/tests/browser/elements.ts";

const { site, test } = shareTestSite({ defaults: { path: "/cat/Ada" } });

const PHONE = { width: 390, height: 844 };

/** Opens the choices of a trait and waits for them. */
async function openTrait(page: Page, name: string): Promise<void> {
  await find(page, ".dress-up nav a", name).click();
  await find(page, `.wardrobe[aria-label="${name}"]`).wait();
}

async function readAnnouncement(page: Page): Promise<string> {
  return await find(page, "[data-announcement]").evaluate((element) => element.textContent ?? "");
}

for (const hasScripts of [true, false]) {
  const how = hasScripts ? "" : " without scripts";

  test(
    `whoever dresses up an animal sees and gets it so${how}`,
    { hasScripts, inFirefox: hasScripts },
    async (page) => {
      await openTrait(page, "wears");
      assertEquals(await find(page, ".wardrobe [aria-current]").text(), "as the name says");
      await find(page, ".wardrobe a", "crown").click();
      await find(page, ".wardrobe [aria-current]", "crown").wait();
      await openTrait(page, "pose");
      await find(page, ".wardrobe a", "lying").click();
      await find(page, ".wardrobe [aria-current]", "lying").wait();
      await waitForUrl(page, /\/cat\/Ada\?wears=crown&pose=lying(#.*)?$/);
      const { item } = await (await fetch(`${site.origin}/cat/Ada.json?wears=crown&pose=lying`)).json();
      assertEquals(await find(page, ".about").text(), `is ${item.alt}.`);
      assertEquals(await find(page, "[data-picture]").attribute("alt"), item.alt);
      assertMatch(await find(page, "[data-picture]").attribute("src"), /\/cat\/Ada\.svg\?.*pose=lying&wears=crown/);
      assertMatch(await find(page, ".downloads a", "PNG").attribute("href"), /\?size=1024&pose=lying&wears=crown$/);
      assertStringIncludes(await find(page, ".embed").text(), "/cat/Ada.png?pose=lying&wears=crown");
      await find(page, ".wardrobe a", "as the name says").click();
      await waitForUrl(page, hasScripts ? /\/cat\/Ada\?wears=crown$/ : /\/cat\/Ada\?wears=crown&pose=(#.*)?$/);
    },
  );
}

test("what is chosen can be undone with the browser's buttons, and its link copied", {}, async (page) => {
  await page.evaluate("globalThis.isSamePage = true");
  const description = find(page, ".about");
  const before = await description.text();
  await openTrait(page, "wears");
  assertEquals(page.url(), `${site.origin}/cat/Ada`);
  assertMatch(await readAnnouncement(page), /^wears: \d+ choices$/);
  await find(page, ".wardrobe a", "crown").click();
  await waitForUrl(page, /\?wears=crown$/);
  assertStringIncludes(await readAnnouncement(page), "crown");
  assertEquals(await readCopied(find(page, "[data-copy-address]")), `${site.origin}/cat/Ada?wears=crown`);
  await page.evaluate("history.back()");
  await until(async () => await description.text() === before);
  assertEquals(await find(page, ".wardrobe [aria-current]").text(), "as the name says");
  await page.evaluate("history.forward()");
  await find(page, ".about").waitForText("crown");
  assertEquals(await page.evaluate("isSamePage"), true, "it was not opened anew");
});

test("the wardrobe can be operated with the keyboard, and the focus stays", { inFirefox: true }, async (page) => {
  const focused = () => page.evaluate("document.activeElement.textContent");
  await find(page, ".dress-up nav a").focus();
  await page.keyboard.press("ArrowRight");
  assertEquals(await focused(), "pattern");
  await page.keyboard.press("Enter");
  await find(page, ".wardrobe[aria-label=pattern]").wait();
  assertEquals(await focused(), "pattern");
  await page.keyboard.press("Tab");
  assertEquals(await focused(), "as the name says");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press(" ");
  await find(page, ".wardrobe [aria-current]", "tabby").wait();
  assertEquals(await focused(), "tabby");
  const stops = "[...document.querySelectorAll('.dress-up a')].filter((each) => each.tabIndex === 0).length";
  assertEquals(await page.evaluate(stops), 2);
});

for (const hasScripts of [true, false]) {
  const how = hasScripts ? "" : " without scripts";

  test(`the picture and the code of a page follow its options${how}`, { hasScripts }, async (page) => {
    for (const label of ["Face", "Circle", "64", "yellow"]) {
      await find(page, ".options a", label).click();
      await find(page, ".options [aria-current]", label).wait();
    }
    await waitForUrl(page, /\/cat\/Ada\?size=64&view=face&radius=max&background=ffd166(#.*)?$/);
    assertStringIncludes(await find(page, "[data-picture]").attribute("src"), "view=face&radius=max&background=ffd166");
    assertStringIncludes(
      await find(page, ".one").text(),
      "/cat/Ada.png?size=64&view=face&radius=max&background=ffd166",
    );
    await find(page, "label", "For each of my users").click();
    assertStringIncludes(await find(page, ".each").text(), ".png?size=64&view=face&radius=max&background=ffd166`");
    assertEquals(await find(page, ".one").isVisible(), false);
  });
}

test("an option says what has been chosen, and keeps the focus and the open choices", {}, async (page) => {
  await openTrait(page, "wears");
  await find(page, ".options a", "Square").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await find(page, ".options [aria-current]", "Rounded").wait();
  await until(async () => await readAnnouncement(page) === "radius: Rounded");
  assertEquals(await page.evaluate("document.activeElement.textContent"), "Rounded");
  assert(await find(page, ".wardrobe[aria-label=wears]").isVisible());
});

test("any colour can be behind an animal", { path: "/fish/Ada?background=" }, async (page) => {
  await find(page, "#colour").evaluate((element) => {
    (element as HTMLInputElement).value = "#12ab34";
    element.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await waitForUrl(page, /\/fish\/Ada\?background=12ab34$/);
  assertStringIncludes(await find(page, ".about").text(), "#12ab34");
  assertEquals(await find(page, "#colour").value(), "#12ab34");
});

test("a click that opens another tab is left to the browser", {}, async (page) => {
  const isPrevented = await find(page, ".dress-up nav a").evaluate((link) => {
    let prevented = false;
    addEventListener("click", (event) => {
      prevented = event.defaultPrevented;
      event.preventDefault();
    });
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true }));
    return prevented;
  });
  assertEquals(isPrevented, false);
});

test("a choice that arrives after a later one is not shown", {}, async (page) => {
  await openTrait(page, "coat");
  await page.evaluate(() => {
    const { fetch } = globalThis;
    const released = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    globalThis.fetch = async (url, init) => {
      if (!String(url).includes("ginger")) return await fetch(url, init);
      await released.promise;
      // As if it had arrived just before it was ended.
      const html = await (await fetch(url, { ...init, signal: null })).text();
      // The script goes on before the test does.
      setTimeout(late.resolve);
      return new Response(html);
    };
    Object.assign(globalThis, { release: () => (released.resolve(), late.promise) });
  });
  for (const coat of ["ginger", "black"]) await find(page, ".wardrobe a", coat).click();
  await waitForUrl(page, /\?coat=black$/);
  await page.evaluate("release()");
  assertEquals(await find(page, ".wardrobe [aria-current]").text(), "black");
  assertStringIncludes(await find(page, ".about").text(), "black");
  assertMatch(page.url(), /\?coat=black$/);
});

test("a living animal can be stopped, also while it is dressed up", {}, async (page) => {
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "no-preference" }]);
  const picture = find(page, "[data-picture]");
  const still = find(page, "[data-still]");
  assertEquals(await picture.attribute("src"), "/cat/Ada.svg?motion=on");
  await still.click();
  assertEquals(await still.attribute("aria-pressed"), "true");
  assertEquals(await picture.attribute("src"), `${site.origin}/cat/Ada.svg`);
  await openTrait(page, "wears");
  await find(page, ".wardrobe a", "crown").click();
  await waitForUrl(page, /\?wears=crown$/);
  assertEquals(await picture.attribute("src"), `${site.origin}/cat/Ada.svg?wears=crown`);
  await still.click();
  assertEquals(await still.attribute("aria-pressed"), "false");
  assertEquals(await picture.attribute("src"), `${site.origin}/cat/Ada.svg?wears=crown&motion=on`);
});

test("whoever prefers reduced motion needs no switch", {}, async (page) => {
  await find(page, "h1").wait();
  assertEquals(await find(page, "[data-still]").isVisible(), false);
});

test("an error opens as a page", { expectsErrors: true }, async (page) => {
  await find(page, ".dress-up nav a").evaluate((link) => link.setAttribute("href", "/cat/Ada?coat=plaid"));
  await find(page, ".dress-up nav a").click();
  await waitForUrl(page, /coat=plaid$/);
  await find(page, "h1").wait();
});

for (const hasScripts of [true, false]) {
  const how = hasScripts ? "" : ", without scripts";

  test(`the form of a child leads to it${how}`, { hasScripts, path: "/fox/Zo%C3%AB%20%26%20Co" }, async (page) => {
    await find(page, "#with").fill("Grace");
    await find(page, "button", "Meet the child").click();
    await waitForUrl(page, /\/fox\/Zo%C3%AB%20%26%20Co\+Grace$/);
    await find(page, "h1", "Zoë & Co+Grace").wait();
    assertEquals(await find(page, "#with").count(), 0);
  });
}

test("the field of the other parent accepts one name", {}, async (page) => {
  const isValid = async (text: string) => {
    await find(page, "#with").fill(text);
    return await find(page, "#with").evaluate((field) => (field as HTMLInputElement).validity.valid);
  };
  const names = ["Grace", "Zoë 猫", "a/b", "", "Grace+Zoe", "+", "Grace.png", ".."];
  const accepted = [];
  for (const name of names) if (await isValid(name)) accepted.push(name);
  assertEquals(accepted, ["Grace", "Zoë 猫", "a/b"]);
});

for (const path of ["/cat/Ada?wears=crown", "/fish/Ada?background=", "/cat/Ada+Grace"]) {
  test(`axe finds no violations at ${path}, which fits a phone`, { path, viewport: PHONE }, async (page) => {
    await assertNoViolations(page);
    assertEquals(await page.evaluate("document.documentElement.scrollWidth"), PHONE.width);
    const small = "[...document.querySelectorAll('main :is(a, button, input, .codes > label)')].filter((each) => " +
      "each.checkVisibility() && !/hidden|radio/.test(each.type) && each.offsetHeight < 44 && !each.closest('.family'))" +
      ".map((each) => `${each.outerHTML.slice(0, 80)} ${each.offsetHeight}`)";
    assertEquals(await page.evaluate(small), []);
  });
}

test("the picture begins where the name does, and stays while the choices scroll", {
  path: "/cat/Ada+Grace?background=mint",
  viewport: { width: 1100, height: 640 },
}, async (page) => {
  const [picture, heading] = [await find(page, "[data-picture]").box(), await find(page, "h1").box()];
  assert(Math.abs(picture.y - heading.y) < 10, `${picture.y} and ${heading.y}`);
  assert(picture.y + picture.height <= 640, `${picture.y + picture.height}`);
  await find(page, ".wardrobe a").at(-1).aim();
  const { y, height } = await find(page, "[data-picture]").box();
  assert(y >= 0 && y + height <= 640, `${y}`);
});

test("on paper, there is the animal and no form", {}, async (page) => {
  await page.emulateMediaType("print");
  await until(async () => !await find(page, "main form, .dress-up").isVisible());
  assertEquals(await find(page, "[data-picture]").isVisible(), true);
});
