import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { assertEquals } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { createApp } from "@/lib/app.ts";
import { createServices } from "@/lib/services.ts";
import { findProgram } from "@/tests/programs.ts";

/** How long a test waits for what it expects to see before it fails. */
export const PATIENCE_MS = 20_000;

/** What stays open while the tests of a file run: a real server and a real browser. */
export interface Stage {
  readonly base: string;
  readonly browser: Browser;
  close(): Promise<void>;
}

/** Starts the service on a free port and one browser for all tests. */
export async function openStage(): Promise<Stage> {
  const executablePath = findProgram("chromium")!;
  const app = createApp(await createServices(loadConfig({ get: () => undefined }, false)));
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, app.handler());
  const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  const browser = await chromium.launch({ executablePath, args });
  return {
    base: `http://127.0.0.1:${server.addr.port}`,
    browser,
    async close() {
      await browser.close();
      await server.shutdown();
    },
  };
}

/** How {@linkcode visit} opens the page. */
export interface VisitOptions extends BrowserContextOptions {
  /** Where to go, such as `/#errors`. */
  readonly path?: string;
  /** Whether answers of 400 and above belong to the test; the browser reports them as errors. */
  readonly expectsFailures?: boolean;
}

/**
 * Opens the page, lets `test` use it, and then sees that nothing was reported on the console and nothing was asked of
 * another origin.
 */
export async function visit(stage: Stage, options: VisitOptions, test: (page: Page) => Promise<void>): Promise<void> {
  const { path = "/", expectsFailures = false, ...settings } = options;
  // Nothing moves, so that nothing is looked at half-way.
  const context = await stage.browser.newContext({ reducedMotion: "reduce", ...settings });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const reported: string[] = [];
  const foreign: string[] = [];
  page.on("pageerror", (error) => reported.push(error.message));
  page.on("console", (message) => {
    const isExpected = expectsFailures && message.text().startsWith("Failed to load resource");
    if (message.type() !== "log" && !isExpected) reported.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(stage.base)) foreign.push(request.url());
  });
  try {
    await page.goto(stage.base + path, { waitUntil: "domcontentloaded" });
    await test(page);
    assertEquals([reported, foreign], [[], []]);
  } finally {
    await context.close();
  }
}
