import { AxePuppeteer } from "@axe-core/puppeteer";
import puppeteer, { type Browser, type Page, type Viewport } from "puppeteer-core";
import { assertEquals } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { createApp } from "@/lib/app.ts";
import { createServices, type Services } from "@/lib/services.ts";
import { MAX_WAIT_MS, until } from "@/tests/browser/elements.ts";
import { scaleToLoad } from "@/tests/load_factor.ts";
import { findProgram, ifInstalled } from "@/tests/programs.ts";

const DESKTOP: Viewport = { width: 1280, height: 720 };

/** The programs of the browsers in which tests run. */
type BrowserName = "chromium" | "firefox-esr";

/** A real server, shared by the tests of a file. */
export interface TestSite {
  readonly origin: string;
  readonly services: Services;
  /** The folder for what pages download. */
  readonly downloads: string;
}

/** A page that one test uses after the other, and what it did since the test began. */
interface Tab {
  readonly page: Page;
  /** The messages on the console, and the errors that no script caught. */
  readonly reported: string[];
  /** The URLs that it requested over the network. */
  readonly requested: string[];
  /** Whether scripts run in the page that is open. */
  hasScripts: boolean;
}

/**
 * Filters run in this thread: the others have the lowest priority and would wait for all tests that run beside. All
 * tests are one client, which would reach the standard limit within a minute on a fast machine.
 */
const STANDARD: Readonly<Record<string, string>> = {
  FILTER_WORKERS: "0",
  FILTER_TIMEOUT_MS: "120000",
  RATE_LIMIT: "9000",
};

/**
 * Suggestions below the address bar, which no test sees: they took two thirds of the processor time of a new context.
 * Puppeteer adds them to its own list.
 */
const CHROMIUM_FEATURES = "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup";

/** What a method of Puppeteer does in Chromium only. */
const FIREFOX_PREFERENCES = {
  // Scripts may read the clipboard.
  "dom.events.testing.asyncClipboard": true,
  "ui.prefersReducedMotion": 1,
};

/** Registers a test of a page in Chromium, and in Firefox if its options say so. */
export type RegisterTest = (name: string, options: VisitOptions, run: (page: Page) => Promise<void>) => void;

/** Opens one site for all tests of a file. Returns it, and a function that registers a test, with default options. */
export function shareTestSite(
  defaults: VisitOptions = {},
  env: Readonly<Record<string, string>> = {},
): { readonly site: TestSite; readonly test: RegisterTest } {
  const site = {} as TestSite & { server: Deno.HttpServer<Deno.NetAddr> };
  const browsers = new Map<BrowserName, Browser>();
  const tabs = new Map<BrowserName, Tab>();
  Deno.test.beforeAll(async () => {
    const services = await createServices(loadConfig({ get: (name) => env[name] ?? STANDARD[name] }, false));
    const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, createApp(services).handler());
    const downloads = await Deno.makeTempDir();
    Object.assign(site, { origin: `http://127.0.0.1:${server.addr.port}`, services, server, downloads });
  });
  Deno.test.afterAll(async () => {
    for (const browser of browsers.values()) await browser.close();
    await site.server.shutdown();
    await Deno.remove(site.downloads, { recursive: true });
  });

  /** Runs a test in the tab of its browser, which is opened again after a test that failed. */
  const run = async (name: BrowserName, options: VisitOptions, test: (page: Page) => Promise<void>) => {
    const browser = browsers.get(name) ?? await launch(name);
    browsers.set(name, browser);
    const tab = tabs.get(name) ?? await openTab(browser, site);
    tabs.delete(name);
    try {
      await visit(site, tab, options, test);
      tabs.set(name, tab);
    } finally {
      if (!tabs.has(name)) await tab.page.close();
    }
  };

  const test: RegisterTest = (name, options, test) => {
    for (const browser of ["chromium", "firefox-esr"] as const) {
      if (browser === "firefox-esr" && !options.inFirefox) continue;
      Deno.test({
        ...ifInstalled(browser, browser === "chromium" ? name : `${name}, in Firefox`),
        fn: () => run(browser, { ...defaults, ...options }, test),
        // axe takes 40 s for the whole page on a busy machine.
        timeout: scaleToLoad(180_000),
        // One browser and one server serve all tests, so they stay open after each.
        sanitizeOps: false,
        sanitizeResources: false,
      });
    }
  };
  return { site, test };
}

async function launch(name: BrowserName): Promise<Browser> {
  return await puppeteer.launch({
    browser: name === "chromium" ? "chrome" : "firefox",
    executablePath: findProgram(name)!,
    args: name === "chromium" ? ["--no-sandbox", "--disable-gpu", CHROMIUM_FEATURES] : [],
    extraPrefsFirefox: FIREFOX_PREFERENCES,
    // Otherwise the language of this machine decides which characters the name of a download may have.
    env: { ...Deno.env.toObject(), LC_ALL: "C.UTF-8" },
    defaultViewport: DESKTOP,
    timeout: MAX_WAIT_MS,
  });
}

/** Whether a page is in Chromium: Puppeteer has some methods only there. */
function isChromium(page: Page): boolean {
  return page.browser().process()?.spawnfile.includes("chrom") ?? false;
}

async function openTab(browser: Browser, { origin, downloads }: TestSite): Promise<Tab> {
  const context = await browser.createBrowserContext({
    downloadBehavior: { policy: "allow", downloadPath: downloads },
  });
  const page = await context.newPage();
  if (isChromium(page)) await context.overridePermissions(origin, ["clipboard-read", "clipboard-sanitized-write"]);
  const tab: Tab = { page, reported: [], requested: [], hasScripts: true };
  page.setDefaultTimeout(MAX_WAIT_MS);
  page.on("pageerror", (error) => tab.reported.push(String(error)));
  page.on("console", (message) => {
    if (message.type() !== "log") tab.reported.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(data|blob|about):/.test(request.url())) tab.requested.push(request.url());
  });
  return tab;
}

/** How a test opens the page. */
export interface VisitOptions {
  /** The path to open, such as `/#errors`. */
  readonly path?: string;
  /** Whether the test also runs in Firefox: those of what most visitors do. */
  readonly inFirefox?: boolean;
  /** Whether the test can go on with what the last one left of the page, because to load it takes most of a second. */
  readonly continues?: boolean;
  /** Whether the test causes error responses, which the browser reports on the console. */
  readonly expectsErrors?: boolean;
  /** Whether scripts run, as they usually do. They always do in Firefox. */
  readonly hasScripts?: boolean;
  readonly viewport?: Viewport;
  /** In Firefox it is always light. */
  readonly colorScheme?: "light" | "dark";
}

/**
 * Opens the page and runs `test` on it. Then asserts that the console is empty and that nothing was requested from
 * another origin.
 */
async function visit(
  site: TestSite,
  tab: Tab,
  options: VisitOptions,
  test: (page: Page) => Promise<void>,
): Promise<void> {
  const { path = "/", continues, expectsErrors, hasScripts = true, viewport = DESKTOP, colorScheme = "light" } =
    options;
  const { page } = tab;
  const url = new URL(path, site.origin);
  const isOpen = URL.parse(page.url())?.pathname === url.pathname && tab.hasScripts === hasScripts;
  const goesOn = continues === true && isOpen;
  if (!goesOn) await emptyPage(page);
  tab.reported.length = tab.requested.length = 0;
  if (tab.hasScripts !== hasScripts) await page.setJavaScriptEnabled(hasScripts);
  tab.hasScripts = hasScripts;
  if (page.viewport()?.width !== viewport.width) await page.setViewport(viewport);
  await emulateColorScheme(page, colorScheme);
  if (!goesOn || url.hash !== "") await page.goto(url.href, { waitUntil: "domcontentloaded" });
  await test(page);
  const isExpected = (text: string) =>
    expectsErrors && /Failed to (load resource|fetch dynamically imported module)/.test(text);
  const unexpected = tab.reported.filter((text) => !isExpected(text));
  const otherOrigins = tab.requested.filter((url) => !url.startsWith(site.origin));
  assertEquals([unexpected, otherOrigins], [[], []]);
}

/** Removes what the last test left: its page, and what the page stored. */
async function emptyPage(page: Page): Promise<void> {
  if (page.url() === "about:blank") return;
  await page.evaluate("localStorage.clear(); sessionStorage.clear()");
  await page.goto("about:blank");
}

/**
 * Lets the page see that its visitor prefers a colour scheme, and no motion, so that no test sees an animation. Puppeteer
 * can do that in Chromium only: Firefox is always light, and its preferences say that motion is reduced.
 */
export async function emulateColorScheme(page: Page, value: "light" | "dark"): Promise<void> {
  if (!isChromium(page)) return;
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value },
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);
}

/** Returns the ids that more than one element of a page has. */
export async function findRepeatedIds(page: Page): Promise<string[]> {
  const ids = await page.evaluate("[...document.querySelectorAll('[id]')].map(({ id }) => id)") as string[];
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

/** Asserts that axe finds no violations in a page, in both colour schemes. Only colours differ in the dark one. */
export async function assertNoViolations(page: Page): Promise<void> {
  await waitUntilLoaded(page);
  for (const colorScheme of isChromium(page) ? ["light", "dark"] as const : ["light"] as const) {
    await emulateColorScheme(page, colorScheme);
    const axe = colorScheme === "light" ? createAxe(page) : createAxe(page).withRules(["color-contrast"]);
    const { violations } = await axe.analyze();
    assertEquals(violations.map(({ id, nodes }) => [id, colorScheme, nodes[0]?.html]), []);
  }
}

/** Waits until a page and its pictures are loaded: axe refuses others. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await until(async () => await page.evaluate("document.readyState") === "complete");
}

/**
 * Returns axe for a page. In its legacy mode it opens no second page, which only pages with frames need. What passes is
 * not described.
 */
export function createAxe(page: Page): AxePuppeteer {
  return new AxePuppeteer(page).options({ resultTypes: ["violations"] }).setLegacyMode();
}
