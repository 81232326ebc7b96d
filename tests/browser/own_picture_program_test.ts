/// <reference lib="dom" />
import { Buffer } from "node:buffer";
import sharp from "sharp";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { shareTestSite } from "@/tests/browser/browser.ts";
import { find, until } from "@/tests/browser/elements.ts";
import { intercept, isInViewport, PHONE, PLAYGROUND, waitForPlayground } from "@/tests/browser/landing_page.ts";
import { createNoise, createPhotograph } from "@/tests/browser/pictures.ts";

const { site, test } = shareTestSite({ defaults: { path: PLAYGROUND } });

interface Transfer {
  readonly type: "drop" | "paste";
  readonly place: string;
  readonly name: string;
  readonly bytes: readonly number[];
}

/** Runs in the browser: drops or pastes a file. */
function transferFile({ type, place, name, bytes }: Transfer): void {
  const data = new DataTransfer();
  data.items.add(new File([Uint8Array.from(bytes)], name));
  const init = { bubbles: true, cancelable: true };
  const event = type === "drop"
    ? new DragEvent(type, { ...init, dataTransfer: data })
    : new ClipboardEvent(type, { ...init, clipboardData: data });
  document.querySelector(place)!.dispatchEvent(event);
}

test("the playground sends a file unchanged, and Back replaces it by the picture before", {
  inFirefox: true,
}, async (page) => {
  const playground = await waitForPlayground(page);
  const code = playground.find("[data-code]");
  const file = createNoise(300);
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await find(page, "#playground-file").upload("my photo.bmp", file);
  assertEquals((await answer).request().headers()["content-length"], `${file.length}`);
  // Until then, the picture is on both sides.
  await find(page, "img", /^After blur/).wait();
  await playground.waitForText("300 × ");
  assertStringIncludes(await code.text(), "-T 'my photo.bmp'");
  assertEquals(await playground.find("[data-download]").attribute("download"), "my photo-blur.png");
  await playground.find("[data-filter=invert]").click();
  await find(page, "img", "After invert").wait();
  // Back to the other filter, it is still the file. The address before names a picture.
  await page.evaluate("history.back()");
  await find(page, "img", /^After blur/).wait();
  assertStringIncludes(await code.text(), "-T 'my photo.bmp'");
  await page.evaluate("history.back()");
  await code.waitForText("/filter/blur?image=");
  await playground.waitForText("64 × 64");
});

test("the address of the page names no picture while the playground shows a file", {}, async (page) => {
  const playground = await waitForPlayground(page);
  assertStringIncludes(page.url(), "image=/images/animals/cat/");
  await find(page, "#playground-file").upload("mine.bmp", createNoise(8));
  await playground.waitForText("8 × 8");
  assertStringIncludes(page.url(), "#playground?steps=blur");
  assertEquals(page.url().includes("image="), false);
});

test("the playground returns a file of 9 MB at full size, as the JPEG that it was", {}, async (page) => {
  const playground = await waitForPlayground(page);
  const file = await createPhotograph();
  assert(file.length > 9_000_000 && file.length < 10 * 1024 * 1024, `${file.length}`);
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await find(page, "#playground-file").upload("IMG_1.JPG", file);
  assertEquals((await answer).headers()["content-type"], "image/jpeg");
  await playground.waitForText("1600 × 1200");
  assertEquals(await playground.find("[data-download]").attribute("download"), "IMG_1-blur.jpg");
});

test("a picture that is dropped or pasted anywhere, and a pasted URL, go to the playground", {
  path: "/",
}, async (page) => {
  const playground = find(page, "#playground");
  for (const [type, place] of [["drop", "#meet"], ["paste", "body"]] as const) {
    await page.evaluate(transferFile, { type, place, name: `${type}.bmp`, bytes: [...createNoise(8)] });
    await playground.find("[data-code]").waitForText(`-T ${type}.bmp`);
    await playground.waitForText("8 × 8");
  }
  await page.evaluate((url) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", url);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, `${site.origin}/images/animals/bird/k3v09x2a.png`);
  await playground.find("[data-code]").waitForText(/image=.*bird/);
});

test("while a file is sent, it is the picture before, nothing old remains, and Cancel ends it", {}, async (page) => {
  const playground = await waitForPlayground(page);
  await intercept(page, "/api/v2/filter/", () => {});
  await find(page, "#playground-file").upload("mine.bmp", createNoise(8));
  const before = playground.find(".busy [data-before][src^=blob]");
  await until(() => before.evaluate((img) => (img as HTMLImageElement).naturalWidth === 8));
  assertEquals(await playground.find("a", "Download").isVisible(), false);
  assert(await playground.find("progress").isVisible());
  await playground.find("button", "Cancel").click();
  await playground.waitForText("Cancelled.");
  assertEquals(await playground.find("progress").isVisible(), false);
});

test("a picture beyond the limits is not sent but can be shrunk here, and HEIC is named", {}, async (page) => {
  const playground = await waitForPlayground(page);
  await playground.evaluate((form) => form.dataset.maxPixels = "2500");
  const red = { create: { width: 100, height: 100, channels: 3, background: "red" } } as const;
  await find(page, "#playground-file").upload("big.jpeg", await sharp(red).jpeg().toBuffer());
  await playground.find("[data-error]").waitForText("the limit is");
  await playground.find("button", /^Shrink it here/).click();
  await playground.find("[data-code]").waitForText("-T big.jpg");
  await playground.find("span", /^(\d|[1-4]\d|50) × \d+$/).wait();
  await find(page, "#playground-file").upload("IMG.HEIC", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic"));
  await playground.waitForText("it is a HEIC picture");
});

test("on a phone, the playground shows the result of a file, and that a part of it is missing", {
  viewport: PHONE,
}, async (page) => {
  const playground = await waitForPlayground(page);
  const photo = await sharp({ create: { width: 64, height: 640, channels: 3, background: "red" } }).png().toBuffer();
  const file = photo.subarray(0, photo.length - 60);
  await find(page, "#playground-file").upload("cut.png", file);
  const notice = playground.find("[data-error] *", "This file ends early, so a part of the picture is missing.");
  await notice.wait();
  await until(() => isInViewport(notice));
  // The same file can be chosen again after another picture, which ends the notice.
  await playground.find("[type=radio]").at(2).click();
  await notice.waitUntilGone();
  await find(page, "#playground-file").upload("cut.png", file);
  await notice.wait();
});
