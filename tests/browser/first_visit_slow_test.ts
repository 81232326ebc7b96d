import { assert, assertEquals, assertMatch } from "@std/assert";
import { shareTestSite } from "@/tests/browser/browser.ts";
import { find, until } from "@/tests/browser/elements.ts";

const { site, test } = shareTestSite();

const PHONE = { width: 360, height: 740 };

/** What people type, and the start of the address of the first hit. */
const SEARCHES: Readonly<Record<string, string>> = {
  "random cat": "#v2-random-animal?kind=cat",
  random: "#v2-random-animal",
  avatar: "#animal",
  kitten: "#animal?kind=cat",
  puppy: "#animal?kind=dog",
  webp: "#v2-random-animal",
  "profile picture": "#animal",
  transparent: "#animal?background=none",
  sticker: "#animal?background=none",
  stickers: "#animal?background=none",
  share: "#animal",
  blur: "#playground?steps=blur",
  blured: "#playground?steps=blur",
  "blur image": "#playground?steps=blur",
  grayscale: "#playground?steps=greyscale",
  "black and white": "#playground?steps=greyscale",
  crop: "#playground?steps=resize",
  thumbnail: "#playground?steps=resize",
  circle: "#playground",
  quality: "#v2-filter",
  upload: "#playground",
  "upload image": "#playground",
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
  family: "#animal",
  health: "#healthz",
  mirror: "#playground?steps=flop",
  terminal: "#animal",
  status: "#healthz",
  svg: "#v2-random-animal",
  color: "#playground?steps=tint",
  price: "#limit-requests",
  bunny: "#v2-random-animal",
  hamster: "#v2-random-animal",
  llama: "#animal?kind=alpaca",
  python: "#v2-random-animal",
  "c#": "#v2-random-animal",
  go: "#v2-random-animal",
  slack: "#animal",
  metrics: "#openapi",
  version: "#v1-version",
  dns: "#lists",
  parents: "#animal",
  "": "#playground",
  kaomojis: "#v2-random-kaomoji",
  asdfgh: "/#animals",
  "random joke": "/#animals",
  constructor: "/#animals",
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
  await find(page, ".hits > a").at(0).wait();
  const found = await page.$eval("[data-finder]", searchAll, Object.keys(SEARCHES));
  assertEquals(
    found.filter(([text, [first]]) => !first?.startsWith(SEARCHES[text]!)).map(([text, hits]) => [text, hits[0]]),
    [],
  );
  const hits = Object.fromEntries(found);
  assertEquals(hits["black and white"], ["#playground?steps=greyscale", "#v2-filter?steps=greyscale"]);
  assertEquals(hits.mirror, ["#playground?steps=flop", "#v2-filter?steps=flop"]);
  assertEquals(hits[""]!.filter((href) => href.includes("?")), []);
  await page.$eval("[data-finder]", searchAll, ["joke"]);
  assertMatch(await find(page, ".hits > :first-child").text(), /^Nothing was found\./);
  await page.$eval("[data-finder]", searchAll, ["unbound"]);
  assertMatch(await find(page, ".hits > a").at(0).text(), /unbound\.conf$/);
});

test("the hero shows the child of two names, and a step without its value gets an example", {}, async (page) => {
  await find(page, "#meet-name").fill("Ada+Grace");
  await find(page, "[data-caption]").waitForText(/^Ada\+Grace is/);
  assertMatch(await find(page, "#meet [data-code]").text(), /\/cat\/Ada\+Grace$/);
  assertEquals(
    await find(page, "[data-caption] a").evaluate((link) => link.getAttribute("href")),
    `${site.origin}/cat/Ada+Grace`,
  );
  await find(page, "#meet-name").fill("..");
  await find(page, "[data-caption]").waitForText(/^\.\. is/);
  assertEquals([
    await find(page, "[data-caption] a").count(),
    await find(page, "#meet [data-copy-address]").isVisible(),
  ], [0, false]);
  await page.goto(page.url().replace(/#.*/, "#playground?steps=tint"));
  await find(page, "#playground [data-code]").waitForText(/tint:ff8800/);
});

test("a phone shows what it is and the first code on its first screen", { viewport: PHONE }, async (page) => {
  assert(await find(page, ".lead").isVisible());
  const code = await find(page, "#meet [data-code]").box();
  assert(code.y + code.height < PHONE.height, `${code.y}`);
});

test("a phone shows the preview beside the slider", { viewport: PHONE }, async (page) => {
  const slider = find(page, ".steps [type=range]");
  // The pictures above them may still change the place of both.
  await until(async () => {
    await page.evaluate("document.querySelector('#playground').scrollIntoView()");
    return await slider.count() > 0;
  });
  await until(() =>
    page.evaluate(() => {
      const offset = document.querySelector(".steps [type=range]")!.getBoundingClientRect().top - 600;
      scrollBy(0, offset);
      return Math.abs(offset) < 2;
    })
  );
  const preview = await find(page, ".compare").box();
  const { y } = await slider.box();
  assert(preview.y >= 60 && preview.y + preview.height < y && y < PHONE.height, `${preview.y} ${y}`);
  assert(preview.height < PHONE.height / 3, `${preview.height}`);
});

test("the preview has the shape of the picture, within limits", {}, async (page) => {
  await page.evaluate("document.querySelector('#playground').scrollIntoView()");
  await find(page, ".compare.live [data-after][alt^=After]").wait();
  for (const [width, height, ratio] of [[300, 200, 3 / 2], [10, 300, 2 / 3]] as const) {
    await page.evaluate(
      async (width, height) => {
        const canvas = new OffscreenCanvas(width, height);
        canvas.getContext("2d");
        const picture = await canvas.convertToBlob();
        const detail = new File([picture], "picture.png", { type: "image/png" });
        document.querySelector("#playground")!.dispatchEvent(new CustomEvent("picture", { detail }));
      },
      width,
      height,
    );
    await until(async () => {
      const box = await find(page, ".compare").box();
      return Math.abs(box.width / box.height - ratio) < .02;
    });
  }
});

test("an address in a folded section opens it and its card", { path: "/#v5-news" }, async (page) => {
  await find(page, "#v5-news > details[open]").wait();
  assert(await find(page, "#v5-news .body").isVisible());
  assert(await find(page, "#v5-news .try").isVisible());
});

test("the card of a named animal shows its picture, also without an extension", {
  path: "/#animal?kind=fox&name=Bob",
}, async (page) => {
  await find(page, "#animal .preview img[alt*=fox]").wait();
  await find(page, "#animal-name").fill("Bob.png");
  await find(page, "#animal-name").press("Enter");
  await find(page, '#animal .preview img[alt="The returned picture"]').wait();
});
