/// <reference lib="dom" />
import type { Page } from "puppeteer-core";
import { assert, assertEquals } from "@std/assert";
import { shareTestSite } from "@/tests/browser/browser.ts";
import { find, until } from "@/tests/browser/elements.ts";
import { PHONE, PLAYGROUND, tryIt, waitForPlayground } from "@/tests/browser/landing_page.ts";

const { site, test } = shareTestSite();

const WIDTHS = [320, 360, 768, 1280, 2560];

/** Runs in the browser: whether elements are in one row. */
function isOneRow(elements: HTMLElement[]): boolean {
  const boxes = elements.filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect());
  return Math.max(...boxes.map(({ top }) => top)) < Math.min(...boxes.map(({ bottom }) => bottom));
}

/** Asserts that nothing of a page is wider than the window, and that the header has one row. */
async function assertFits(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewport({ width, height: 740 });
    assertEquals(await page.evaluate("document.documentElement.scrollWidth"), width);
    // On the smallest screens the header may wrap if letters are wide.
    const isRow = width < PHONE.width || await find(page, "header :is(a, button)").evaluateAll(isOneRow);
    assert(isRow, `more than one row at ${width}`);
  }
}

test("the landing page fits every width", {}, assertFits);

test("the documentation fits every width", { path: "/docs/animals" }, async (page) => {
  await tryIt(page, "v2-random-animal");
  await assertFits(page);
  for (const path of ["/docs", "/docs/filters", "/docs/lists", "/docs/service", "/docs/operating"]) {
    await page.goto(site.origin + path);
    await assertFits(page);
  }
});

test("the way to the next document is below the last card", { path: "/docs/animals" }, async (page) => {
  const card = await find(page, ".endpoint:last-of-type").box();
  const next = await find(page, ".guide > .more").box();
  assert(next.y >= card.y + card.height + 16, `${next.y - card.y - card.height}`);
});

// With the fonts of Debian it has 5,650 pixels; those of others may be larger.
test("the landing page is short on a phone", {
  viewport: { width: 390, height: 844 },
}, async (page) => {
  const height = Number(await page.evaluate("document.documentElement.scrollHeight"));
  assert(height <= 6000, `${height} pixels`);
});

test("a phone shows the title of the endpoints above them", { viewport: PHONE }, async (page) => {
  const title = await find(page, ".every").box();
  const groups = await find(page, ".groups").box();
  assert(title.height > 0 && title.y + title.height <= groups.y, `${title.y} ${title.height} ${groups.y}`);
});

test("the endpoints are in two columns of almost the same height", {}, async (page) => {
  const [column, ...others] = await find(page, ".group").evaluateAll((groups) => {
    const bottoms = new Map<number, number>();
    for (const { offsetLeft, offsetTop, offsetHeight } of groups) bottoms.set(offsetLeft, offsetTop + offsetHeight);
    return [...bottoms.values()];
  });
  assertEquals(others.length, 1);
  const ratio = column! / others[0]!;
  assert(ratio > 0.8 && ratio < 1.25, `${column} ${others[0]}`);
});

test("a phone shows all of each endpoint", { viewport: { width: 390, height: 844 } }, async (page) => {
  const isCut = (rows: HTMLElement[]) => rows.filter((row) => row.scrollHeight > row.clientHeight + 1).length;
  assertEquals(await find(page, ".rows li").evaluateAll(isCut), 0);
});

test("on paper, the endpoints begin on the first sheet, and the answers are open", {}, async (page) => {
  await page.emulateMediaType("print");
  assertEquals(await find(page, ".group").evaluate((group) => getComputedStyle(group).breakInside), "auto");
  assertEquals(await find(page, ".parts").evaluate((parts) => getComputedStyle(parts).display), "block");
  const heights = await find(page, ".faq p").evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect().height)
  );
  assert(heights.length > 0 && heights.every((height) => height > 0), `${heights}`);
});

test("on paper, all of each code is there", { path: "/docs/bots" }, async (page) => {
  await page.emulateMediaType("print");
  const heights = await find(page, "pre").evaluateAll((all) => all.map((each) => getComputedStyle(each).maxHeight));
  assert(heights.length > 0 && heights.every((height) => height === "none"), `${heights}`);
});

test("the header has one row at 200 % text, in which nothing is cut off", { path: "/docs/filters" }, async (page) => {
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  assert(await find(page, "header :is(a, button):not(.skip)").evaluateAll(isOneRow));
  const isCut = "[...document.querySelectorAll('header nav')].some((each) => each.scrollWidth > each.clientWidth + 1)";
  assertEquals(await page.evaluate(isCut), false);
});

test(
  "a phone shows what it is, the animal and its description on its first screen",
  { viewport: PHONE },
  async (page) => {
    assert(await find(page, ".lead").isVisible());
    for (const place of ["#meet-name", "[data-animal]"]) {
      const { y, height } = await find(page, place).box();
      assert(y + height < PHONE.height, `${place} ends at ${y + height}`);
    }
    // How many lines it has is up to the fonts.
    assert((await find(page, "[data-caption]").box()).y < PHONE.height - 20);
    const { width } = await find(page, "[data-animal]").box();
    assert(width >= 260, `${width}`);
  },
);

test("a phone shows the preview beside the slider", { path: PLAYGROUND, viewport: PHONE }, async (page) => {
  await waitForPlayground(page);
  const slider = find(page, ".steps [type=range]");
  // The pictures above them may still change the place of both.
  await until(() =>
    page.evaluate(() => {
      const offset = document.querySelector(".steps [type=range]")!.getBoundingClientRect().top - 600;
      scrollBy(0, offset);
      return Math.abs(offset) < 2;
    })
  );
  const preview = await find(page, ".compare").box();
  const header = await find(page, "header").box();
  const { y } = await slider.box();
  assert(
    preview.y >= header.y + header.height && preview.y + preview.height < y && y < PHONE.height,
    `${preview.y} ${y}`,
  );
  assert(preview.height < PHONE.height / 3, `${preview.height}`);
});

test("a phone shows a result next to the tapped choice", { path: "/docs/animals", viewport: PHONE }, async (page) => {
  await find(page, "#v2-random-animal > details > summary").click();
  // Until the card is prepared, its choices are plain links.
  await find(page, "#v2-random-animal form").wait();
  await find(page, "#v2-random-animal [data-value=fox]").click();
  const shown = find(page, "#v2-random-animal .preview img");
  await shown.wait();
  await until(async () => (await shown.box()).y < PHONE.height);
});

test("nothing covers the preview of the playground and what to do with it", { path: PLAYGROUND }, async (page) => {
  await waitForPlayground(page);
  for (const [width, height] of [[1280, 900], [1440, 900], [1024, 768]] as const) {
    await page.setViewport({ width, height });
    for (let scrolled = 0; scrolled <= 600; scrolled += 150) {
      const covered = await find(page, "#playground .stage :is([data-facts], [data-download], .compare)")
        .evaluateAll((elements, scrolled = 0) => {
          document.querySelector("#playground")!.scrollIntoView();
          scrollBy(0, scrolled);
          return elements.map((each) => {
            const { x, y, width, height } = each.getBoundingClientRect();
            return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".snippet, .filters")?.className;
          }).find(Boolean) ?? "";
        }, scrolled);
      assertEquals(covered, "", `${scrolled} pixels down at ${width} × ${height}`);
    }
  }
});
