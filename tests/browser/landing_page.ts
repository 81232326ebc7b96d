/// <reference lib="dom" />
import type { HTTPRequest, Page } from "puppeteer-core";
import { type Elements, find, until } from "@/tests/browser/elements.ts";

/** The window of a phone. */
export const PHONE = { width: 360, height: 740 };

/** The address of the playground with a small picture and one filter, which take little time. */
export const PLAYGROUND = "/#playground?image=/images/animals/cat/haogylvz.png%3Fsize%3D64&steps=blur&format=";

/** Waits until the playground at {@linkcode PLAYGROUND} shows its result. */
export async function waitForPlayground(page: Page): Promise<Elements> {
  const playground = find(page, "#playground");
  await playground.find(".compare:not(.busy)").find("img", "After blur; strength=5").wait();
  return playground;
}

/**
 * Scrolls to the playground, whose script is loaded when it comes into view, and waits for its first result. Once is not
 * enough: until a page is loaded, Chromium scrolls back to the fragment of its address whenever the layout changes.
 */
export async function openPlayground(page: Page): Promise<Elements> {
  const playground = find(page, "#playground");
  const result = playground.find("img", /^After/);
  await until(async () => {
    if (await result.isVisible()) return true;
    await playground.evaluate((element) => element.scrollIntoView());
    return false;
  }, () => `for the first result of the playground at ${page.url()}`);
  return playground;
}

/** Clicks "Try it" and waits for the response. */
export async function tryIt(page: Page, id: string): Promise<Elements> {
  const card = find(page, `article[id="${id}"]`);
  await card.find("button", /^Try it/).click();
  await card.find("[data-facts] b").wait();
  return card;
}

/** Runs in the browser: waits for an image and returns whether it has any pixels. */
export async function isLoaded(element: HTMLElement): Promise<boolean> {
  const img = element as HTMLImageElement;
  await img.decode();
  return img.naturalWidth > 0;
}

/** Returns whether the middle of an element is visible without scrolling. */
export async function isInViewport(element: Elements): Promise<boolean> {
  const { y, height } = await element.box();
  const middle = y + height / 2;
  return middle > 0 && middle < element.page.viewport()!.height;
}

/**
 * Ends the network of a page, until the returned function is called. Not with Puppeteer's own method: it tells the page
 * that it is online before it is, so that the page tries again too early.
 */
export async function goOffline(page: Page): Promise<() => Promise<void>> {
  const session = await page.createCDPSession();
  const setOffline = async (offline: boolean) => {
    const state = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    const rules = { matchedNetworkConditions: [{ urlPattern: "", ...state }] };
    await session.send("Network.emulateNetworkConditionsByRule", rules);
    await session.send("Network.overrideNetworkState", state);
  };
  await session.send("Network.enable");
  await setOffline(true);
  return async () => {
    await setOffline(false);
    // The browser says that it is online before all of its requests succeed, and says it only once.
    await until(() => page.evaluate(() => fetch("/healthz").then(({ ok }) => ok)));
    await page.evaluate(() => dispatchEvent(new Event("online")));
  };
}

/** Decides about the requests of a page to a path, until the returned function is called. */
export async function intercept(
  page: Page,
  path: string,
  decide: (request: HTTPRequest) => void | Promise<void>,
): Promise<() => Promise<void>> {
  const onRequest = (request: HTTPRequest) =>
    new URL(request.url()).pathname.startsWith(path) ? decide(request) : request.continue();
  page.on("request", onRequest);
  await page.setRequestInterception(true);
  return async () => {
    page.off("request", onRequest);
    await page.setRequestInterception(false);
  };
}
