import type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** What only a new context can have, such as permissions or disabled JavaScript. */
export type TabSettings = Omit<BrowserContextOptions, "viewport" | "colorScheme">;

/** A page that one test uses after the other, and what it did since it was last empty. */
export interface Tab {
  readonly page: Page;
  /** The messages on the console, and the errors that no script caught. */
  readonly reported: string[];
  /** The URLs that it requested over the network. */
  readonly requested: string[];
}

/** Returns an empty tab: the last one with these settings, because a new one takes longer than most tests. */
export async function openTab(browser: Browser, settings: TabSettings, last?: Tab): Promise<Tab> {
  if (last !== undefined) return await emptyTab(last);
  // Without animations no test sees an intermediate state.
  const context = await browser.newContext({ reducedMotion: "reduce", ...settings });
  const tab: Tab = { page: await context.newPage(), reported: [], requested: [] };
  tab.page.on("pageerror", (error) => tab.reported.push(error.message));
  tab.page.on("console", (message) => {
    if (message.type() !== "log") tab.reported.push(message.text());
  });
  tab.page.on("request", (request) => {
    if (!/^(data|blob|about):/.test(request.url())) tab.requested.push(request.url());
  });
  return tab;
}

/** Returns a tab with the page that the last test left. */
export async function continueTab(tab: Tab): Promise<Tab> {
  await tab.page.unrouteAll();
  tab.reported.length = tab.requested.length = 0;
  return tab;
}

/** Removes what the last test left: its page, and what the page stored. */
async function emptyTab(tab: Tab): Promise<Tab> {
  const { page } = tab;
  await page.evaluate("sessionStorage.clear()");
  const { origin } = new URL(page.url());
  await page.goto("about:blank");
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.detach();
  return await continueTab(tab);
}
