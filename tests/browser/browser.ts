import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, chromium, type Page, type ViewportSize } from "playwright-core";
import { assertEquals } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { createApp } from "@/lib/app.ts";
import { createServices, type Services } from "@/lib/services.ts";
import { continueTab, openTab, type Tab, type TabSettings } from "@/tests/browser/tab.ts";
import { scaleToLoad } from "@/tests/load_factor.ts";
import { findProgram, ifInstalled } from "@/tests/programs.ts";

/** How long a test waits for what it expects before it fails. */
export const MAX_WAIT_MS = scaleToLoad(20_000);

const DESKTOP: ViewportSize = { width: 1280, height: 720 };

/** A real server and a real browser, shared by the tests of a file. */
export interface TestSite {
  readonly origin: string;
  readonly browser: Browser;
  readonly services: Services;
  /** The tabs of tests that passed, by their settings. */
  readonly tabs: Map<string, Tab>;
  close(): Promise<void>;
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
 * The first two are suggestions below the address bar, which no test sees: they took two thirds of the processor time
 * of a new context. This list replaces Playwright's, from which the others are, because they would use the network.
 */
const DISABLED_FEATURES = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
  ...["AimEnabled", "HttpsUpgrades", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints"],
];

/** Starts the service on a free port, and one browser for all tests. */
export async function openTestSite(env: Readonly<Record<string, string>> = {}): Promise<TestSite> {
  const executablePath = findProgram("chromium")!;
  const services = await createServices(loadConfig({ get: (name) => env[name] ?? STANDARD[name] }, false));
  const app = createApp(services);
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, app.handler());
  const features = `--disable-features=${DISABLED_FEATURES.join()}`;
  const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", features];
  // Otherwise the language of this machine decides which characters the name of a download may have.
  const locale = { ...Deno.env.toObject(), LC_ALL: "C.UTF-8" };
  const browser = await chromium.launch({ executablePath, args, env: locale });
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    browser,
    services,
    tabs: new Map(),
    async close() {
      await browser.close();
      await server.shutdown();
    },
  };
}

/** Registers a test of a page in a browser. */
export type RegisterTest = (name: string, options: VisitOptions, run: (page: Page) => Promise<void>) => void;

/** Opens one site for all tests of a file. Returns it, and a function that registers a test, with default options. */
export function shareTestSite(
  defaults: VisitOptions = {},
  env: Readonly<Record<string, string>> = {},
): { readonly site: TestSite; readonly test: RegisterTest } {
  const site = {} as TestSite;
  if (findProgram("chromium") !== undefined) {
    Deno.test.beforeAll(async () => void Object.assign(site, await openTestSite(env)));
    Deno.test.afterAll(() => site.close());
  }
  const test: RegisterTest = (name, options, run) =>
    Deno.test({
      ...ifInstalled("chromium", name),
      fn: () => visit(site, { ...defaults, ...options }, run),
      // axe takes 40 s for the whole page on a busy machine.
      timeout: scaleToLoad(180_000),
      // One browser and one server serve all tests, so they stay open after each.
      sanitizeOps: false,
      sanitizeResources: false,
    });
  return { site, test };
}

/** How {@linkcode visit} opens the page. */
export interface VisitOptions extends TabSettings {
  /** The path to open, such as `/#errors`. */
  readonly path?: string;
  /** Whether the test can go on with what the last one left of the page, because to load it takes most of a second. */
  readonly continues?: boolean;
  /** Whether the test causes error responses, which the browser reports on the console. */
  readonly expectsErrors?: boolean;
  readonly viewport?: ViewportSize;
  readonly colorScheme?: "light" | "dark";
}

/**
 * Opens the page and runs `test` on it. Then asserts that the console is empty and that nothing was requested from
 * another origin.
 */
export async function visit(site: TestSite, options: VisitOptions, test: (page: Page) => Promise<void>): Promise<void> {
  const {
    path = "/",
    continues = false,
    expectsErrors = false,
    viewport = DESKTOP,
    colorScheme = "light",
    ...settings
  } = options;
  const url = new URL(path, site.origin);
  const name = JSON.stringify(settings);
  const last = site.tabs.get(name);
  const isLoaded = continues && last !== undefined && new URL(last.page.url()).pathname === url.pathname;
  const tab = isLoaded ? await continueTab(last) : await openTab(site.browser, settings, last);
  // Only a tab whose test has passed is used again.
  site.tabs.delete(name);
  try {
    tab.page.setDefaultTimeout(MAX_WAIT_MS);
    await tab.page.setViewportSize(viewport);
    await tab.page.emulateMedia({ colorScheme });
    if (!isLoaded || url.hash !== "") await tab.page.goto(url.href, { waitUntil: "domcontentloaded" });
    await test(tab.page);
    const isExpected = (text: string) => expectsErrors && text.startsWith("Failed to load resource");
    const unexpected = tab.reported.filter((text) => !isExpected(text));
    const otherOrigins = tab.requested.filter((url) => !url.startsWith(site.origin));
    assertEquals([unexpected, otherOrigins], [[], []]);
    site.tabs.set(name, tab);
  } finally {
    if (!site.tabs.has(name)) await tab.page.context().close();
  }
}

/** Returns the ids that more than one element of a page has. */
export async function findRepeatedIds(page: Page): Promise<string[]> {
  const ids = await page.evaluate<string[]>("[...document.querySelectorAll('[id]')].map(({ id }) => id)");
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

/** Asserts that axe finds no violations in a page, in both colour schemes. Only colours differ in the dark one. */
export async function assertNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const axe = colorScheme === "light" ? createAxe(page) : createAxe(page).withRules(["color-contrast"]);
    const { violations } = await axe.analyze();
    assertEquals(violations.map(({ id, nodes }) => [id, colorScheme, nodes[0]?.html]), []);
  }
}

/**
 * Returns axe for a page. In its legacy mode it opens no second page, which only pages with frames need. What passes is
 * not described.
 */
export function createAxe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
}
