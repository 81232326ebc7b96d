import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { assertEquals } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { createApp } from "@/lib/app.ts";
import { createServices, type Services } from "@/lib/services.ts";
import { findProgram } from "@/tests/programs.ts";

/** How long a test waits for what it expects before it fails. */
export const MAX_WAIT_MS = 20_000;

/** A real server and a real browser, shared by the tests of a file. */
export interface TestSite {
  readonly origin: string;
  readonly browser: Browser;
  readonly services: Services;
  close(): Promise<void>;
}

/** Filters run in this thread: the others have the lowest priority and would wait for all tests that run beside. */
const STANDARD: Readonly<Record<string, string>> = { FILTER_WORKERS: "0", FILTER_TIMEOUT_MS: "60000" };

/** Starts the service on a free port, and one browser for all tests. */
export async function openTestSite(env: Readonly<Record<string, string>> = {}): Promise<TestSite> {
  const executablePath = findProgram("chromium")!;
  const services = await createServices(loadConfig({ get: (name) => env[name] ?? STANDARD[name] }, false));
  const app = createApp(services);
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, app.handler());
  const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  const browser = await chromium.launch({ executablePath, args });
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    browser,
    services,
    async close() {
      await browser.close();
      await server.shutdown();
    },
  };
}

/** How {@linkcode visit} opens the page. */
export interface VisitOptions extends BrowserContextOptions {
  /** The path to open, such as `/#errors`. */
  readonly path?: string;
  /** Whether the test causes error responses, which the browser reports on the console. */
  readonly expectsErrors?: boolean;
}

/**
 * Opens the page and runs `test` on it. Then asserts that the console is empty and that nothing was requested from
 * another origin.
 */
export async function visit(site: TestSite, options: VisitOptions, test: (page: Page) => Promise<void>): Promise<void> {
  const { path = "/", expectsErrors = false, ...settings } = options;
  // Without animations no test sees an intermediate state.
  const context = await site.browser.newContext({ reducedMotion: "reduce", ...settings });
  const page = await context.newPage();
  page.setDefaultTimeout(MAX_WAIT_MS);
  const reported: string[] = [];
  const otherOrigins: string[] = [];
  page.on("pageerror", (error) => reported.push(error.message));
  page.on("console", (message) => {
    const isExpected = expectsErrors && message.text().startsWith("Failed to load resource");
    if (message.type() !== "log" && !isExpected) reported.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(site.origin)) {
      otherOrigins.push(request.url());
    }
  });
  try {
    await page.goto(site.origin + path, { waitUntil: "domcontentloaded" });
    await test(page);
    assertEquals([reported, otherOrigins], [[], []]);
  } finally {
    await context.close();
  }
}
