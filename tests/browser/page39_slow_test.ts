import { assert, assertEquals } from "@std/assert";
import { shareTestSite } from "@/tests/browser/browser.ts";

const { test } = shareTestSite();

const PHONE = { width: 360, height: 740 };

/** What people type, and the start of the address of the first hit. */
const SEARCHES: Readonly<Record<string, string>> = {
  "random cat": "#v2-random-animal?kind=cat",
  random: "#v2-random-animal",
  avatar: "#v2-random-animal",
  kitten: "#v2-random-animal?kind=cat",
  puppy: "#v2-random-animal?kind=dog",
  webp: "#v2-random-animal",
  transparent: "#",
  share: "#animal",
  blur: "#playground?steps=blur",
  blured: "#playground?steps=blur",
  grayscale: "#playground?steps=greyscale",
  "black and white": "#playground?steps=greyscale",
  crop: "#playground?steps=resize",
  thumbnail: "#playground?steps=resize",
  circle: "#playground",
  quality: "#v2-filter",
  upload: "#v2-filter",
  animated: "#limit-frames-of-an-animation",
  gif: "#limit-image-formats",
  emoji: "#v2-random-kaomoji",
  youtube: "#v2-random-yt-video",
  "pi-hole": "#list-adblock",
  licence: "#question-drawings",
  license: "#question-drawings",
  cors: "#question-cors",
  discord: "#question-discord",
  markdown: "#question-discord",
  typescript: "#question-client",
  client: "#question-client",
  sdk: "#question-client",
  github: "#question-own",
  "source code": "#question-own",
  changelog: "#question-own",
  docker: "#question-own",
  "self-host": "#question-own",
  "rate limit": "#limit-requests",
  limits: "#limits",
  "error codes": "#error-codes",
  privacy: "#privacy",
  contact: "#policy",
  operator: "#policy",
  health: "#healthz",
  status: "#healthz",
  bunny: "#",
  "no such thing": "#",
  "qqqq zzzz": "#",
};

/** Runs in the browser: searches for each text, and returns it with the addresses of the hits. */
function searchAll(dialog: Element, texts: readonly string[]): [text: string, hits: string[]][] {
  const input = dialog.querySelector<HTMLInputElement>("input")!;
  return texts.map((text) => {
    input.value = text;
    input.dispatchEvent(new Event("input"));
    return [text, [...dialog.querySelectorAll(".hits > a")].map((link) => link.getAttribute("href") ?? "")];
  });
}

test("search leads to the right place first, and never ends empty", { path: "/#search" }, async (page) => {
  await page.locator(".hits > a").first().waitFor();
  const found = await page.locator("[data-finder]").evaluate(searchAll, Object.keys(SEARCHES));
  assertEquals(
    found.filter(([text, [first]]) => !first?.startsWith(SEARCHES[text]!)).map(([text, hits]) => [text, hits[0]]),
    [],
  );
  const hits = Object.fromEntries(found);
  assertEquals([hits.bunny!.length, hits["qqqq zzzz"]!.length], [3, 3]);
});

test("a phone shows what it is and the first code on its first screen", { viewport: PHONE }, async (page) => {
  assert(await page.locator(".lead").isVisible());
  const code = (await page.locator("#meet [data-code]").boundingBox())!;
  assert(code.y + code.height < PHONE.height, `${code.y}`);
});

test("a phone shows the preview beside the slider", { viewport: PHONE }, async (page) => {
  await page.locator("#playground").scrollIntoViewIfNeeded();
  const slider = page.locator(".steps [type=range]");
  await slider.waitFor();
  // The pictures above it may still change its place.
  await page.waitForFunction(() => {
    const offset = document.querySelector(".steps [type=range]")!.getBoundingClientRect().top - 600;
    scrollBy(0, offset);
    return Math.abs(offset) < 2;
  });
  const preview = (await page.locator(".compare").boundingBox())!;
  const { y } = (await slider.boundingBox())!;
  assert(preview.y >= 60 && preview.y + preview.height < y && y < PHONE.height, `${preview.y} ${y}`);
});

test("an address in a folded section opens it and its card", { path: "/#v5-news" }, async (page) => {
  await page.locator("#v5-news > details[open]").waitFor();
  assert(await page.locator("#v5-news .body").isVisible());
  assert(await page.locator("#v5-news .try").isVisible());
});

test("the page of an animal links to the search and copies its code", {
  path: "/cat/Ada",
  permissions: ["clipboard-read", "clipboard-write"],
}, async (page) => {
  await page.getByRole("button", { name: "Copy the BBCode" }).click();
  assertEquals(
    await page.evaluate("navigator.clipboard.readText()"),
    await page.locator(".embed div", { hasText: "BBCode" }).locator("code").innerText(),
  );
  const { y, height } = (await page.locator("footer").boundingBox())!;
  assert(Math.round(y + height) >= 720);
  await page.keyboard.press("/");
  await page.locator("[data-finder][open]").waitFor();
});

test("/docs shows every group of endpoints and sends a request, under the policy of all pages", {
  path: "/docs",
}, async (page) => {
  await page.locator("#operations-tag-Animals").waitFor();
  await page.locator(".opblock-summary", { hasText: "/api/v1/uptime" }).first().click();
  await page.getByRole("button", { name: "Execute" }).click();
  await page.locator(".responses-table .response-col_status", { hasText: "200" }).first().waitFor();
});
