import { assertEquals } from "@std/assert";
import { shareTestSite } from "@/tests/browser/browser.ts";

const { site, test } = shareTestSite({ defaults: { path: "/cat/Ada", expectsErrors: true } });

/** Returns a script that shows a picture, and returns which event it fires and how wide it is. */
function toScript(path: string): string {
  return `new Promise((resolve) => {
    const picture = new Image();
    picture.onload = picture.onerror = ({ type }) => resolve([type, picture.naturalWidth]);
    picture.src = ${JSON.stringify(path)};
  })`;
}

test("<img> shows the picture of an error, and fires error with fallback=none", { inFirefox: true }, async (page) => {
  await site.services.content.statusPictures.load(404);
  assertEquals(await page.evaluate(toScript("/cot/Ada.png")), ["load", 512]);
  assertEquals(await page.evaluate(toScript("/cot/Ada.png?fallback=none")), ["error", 0]);
});
