import { AxePuppeteer } from "@axe-core/puppeteer";
import puppeteer, { type Browser, type Page, type Viewport } from "puppeteer-core";
import { assertEquals } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { createApp } from "@/lib/app.ts";
import { createServices, type Services } from "@/lib/services.ts";
import { stopClock } from "@/tests/browser/clock.ts";
import { until } from "@/tests/browser/elements.ts";
import { findProgram, ifInstalled } from "@/tests/programs.ts";

const DESKTOP: Viewport = { width: 1280, height: 720 };

/** The five minutes that every test has, for all that Puppeteer waits for. */
const TIME_LIMIT_MS = 5 * 60_000;

/** The programs of the browsers in which tests run. */
type BrowserName = "chromium" | "firefox-esr";

/** A real server, shared by the tests of a file. */
export interface TestSite {
  readonly origin: string;
  readonly services: Services;
  /** The folder for what pages download. */
  readonly downloads: string;
}

/** What a page did since it was opened. */
interface Activity {
  /** The messages on the console, and the errors that no script caught. */
  readonly reported: string[];
  /** The URLs that it requested over the network. */
  readonly requested: string[];
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

/** The site of a file of tests. */
export interface SiteOptions {
  /** How its tests open the page, if they do not say otherwise. */
  readonly defaults?: VisitOptions;
  /** The settings of the service. */
  readonly env?: Readonly<Record<string, string>>;
  /** Sees each response of the service before the browser does. */
  readonly onResponse?: (request: Request, response: Response) => Response;
}

/** Registers a test of a page in Chromium, and in Firefox if its options say so. */
export type RegisterTest = (name: string, options: VisitOptions, run: (page: Page) => Promise<void>) => void;

/**
 * Opens one site and one process of each browser for all tests of a file. Returns the site, and a function that
 * registers a test, which gets its own page.
 */
export function shareTestSite(
  { defaults = {}, env = {}, onResponse = (_, response) => response }: SiteOptions = {},
): { readonly site: TestSite; readonly test: RegisterTest } {
  const site = {} as TestSite & { server: Deno.HttpServer<Deno.NetAddr> };
  const browsers = new Map<BrowserName, Browser>();
  Deno.test.beforeAll(async () => {
    const services = await createServices(loadConfig({ get: (name) => env[name] ?? STANDARD[name] }, false));
    const handle = createApp(services).handler();
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      async (request, info) => onResponse(request, await handle(request, info)),
    );
    const downloads = await Deno.makeTempDir();
    Object.assign(site, { origin: `http://127.0.0.1:${server.addr.port}`, services, server, downloads });
  });
  Deno.test.afterAll(async () => {
    for (const browser of browsers.values()) await browser.close();
    await site.server.shutdown();
    await Deno.remove(site.downloads, { recursive: true });
  });

  const test: RegisterTest = (name, options, run) => {
    for (const browserName of ["chromium", "firefox-esr"] as const) {
      if (browserName === "firefox-esr" && !options.inFirefox) continue;
      Deno.test({
        ...ifInstalled(browserName, browserName === "chromium" ? name : `${name}, in Firefox`),
        fn: async () => {
          const browser = browsers.get(browserName) ?? await launch(browserName);
          browsers.set(browserName, browser);
          await visit(site, browser, { ...defaults, ...options }, run);
        },
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
    timeout: TIME_LIMIT_MS,
    protocolTimeout: TIME_LIMIT_MS,
  });
}

/** Whether a page is in Chromium: Puppeteer has some methods only there. */
function isChromium(page: Page): boolean {
  return page.browser().process()?.spawnfile !== findProgram("firefox-esr");
}

/** How a test opens the page. */
export interface VisitOptions {
  /** The path to open, such as `/#errors`. */
  readonly path?: string;
  /** Whether the test also runs in Firefox: those of what most visitors do. */
  readonly inFirefox?: boolean;
  /** Whether the test causes error responses, which the browser reports on the console. */
  readonly expectsErrors?: boolean;
  /** Whether scripts run, as they usually do. They always do in Firefox. */
  readonly hasScripts?: boolean;
  /** Whether time stands still for the scripts of the page, until the test calls {@linkcode advanceClock}. */
  readonly stopsClock?: boolean;
  readonly viewport?: Viewport;
  /** In Firefox it is always light. */
  readonly colorScheme?: "light" | "dark";
}

/**
 * Opens a page in a new context, which has no storage, cache or history of another test, and runs `test` on it. Then
 * asserts that the console is empty and that nothing was requested from another origin.
 */
async function visit(
  { origin, downloads }: TestSite,
  browser: Browser,
  options: VisitOptions,
  test: (page: Page) => Promise<void>,
): Promise<void> {
  const { path = "/", expectsErrors, hasScripts = true, stopsClock, viewport, colorScheme = "light" } = options;
  const context = await browser.createBrowserContext({
    downloadBehavior: { policy: "allow", downloadPath: downloads },
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(TIME_LIMIT_MS);
    if (isChromium(page)) await context.overridePermissions(origin, ["clipboard-read", "clipboard-sanitized-write"]);
    if (!hasScripts) await page.setJavaScriptEnabled(false);
    if (stopsClock) await page.evaluateOnNewDocument(stopClock);
    if (viewport !== undefined) await page.setViewport(viewport);
    await emulateColorScheme(page, colorScheme);
    const { reported, requested } = recordActivity(page);
    // Scripts wait for the style sheets, and nothing else does.
    await page.goto(origin + path, { waitUntil: hasScripts ? "domcontentloaded" : "load" });
    await test(page);
    const isExpected = (text: string) =>
      expectsErrors && /Failed to (load resource|fetch dynamically imported module)/.test(text);
    const unexpected = reported.filter((text) => !isExpected(text));
    const otherOrigins = requested.filter((url) => !url.startsWith(origin));
    assertEquals([unexpected, otherOrigins], [[], []]);
  } finally {
    await context.close();
  }
}

function recordActivity(page: Page): Activity {
  const activity: Activity = { reported: [], requested: [] };
  page.on("pageerror", (error) => activity.reported.push(String(error)));
  page.on("console", (message) => {
    if (message.type() !== "log") activity.reported.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(data|blob|about):/.test(request.url())) activity.requested.push(request.url());
  });
  return activity;
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
    const { violations } = await analyze(axe);
    assertEquals(violations.map(({ id, nodes }) => [id, colorScheme, nodes[0]?.html]), []);
  }
}

/** Analyzes a page. It has one second to tell axe that it is loaded, so on a busy machine it is asked again. */
export async function analyze(axe: AxePuppeteer) {
  for (;;) {
    try {
      return await axe.analyze();
    } catch (error) {
      if (!(error instanceof Error) || error.message !== "Page/Frame is not ready") throw error;
    }
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
