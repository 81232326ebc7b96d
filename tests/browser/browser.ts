import { assertEquals } from "@std/assert";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { createApp } from "@/lib/app.ts";
import { startApp, type TestApp } from "@/tests/support/app.ts";

/** The commands of the programs that the tests use. The first one that is installed is used. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  chromium: [Deno.env.get("TEST_CHROMIUM") ?? "chromium", "chromium-browser", "google-chrome"],
  firefox: [Deno.env.get("TEST_FIREFOX") ?? "firefox", "firefox-esr"],
};

/** Returns the path of a program, or undefined if it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = Deno.env.get("PATH")?.split(":") ?? [];
  const paths = (COMMANDS[name] ?? [name]).flatMap((command) =>
    command.includes("/") ? command : folders.map((folder) => `${folder}/${command}`)
  );
  return paths.find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  });
}

/** How a test opens its page. */
export interface Visit {
  readonly path?: string;
  /** By default the test runs in both. */
  readonly browsers?: readonly ("chromium" | "firefox")[];
  readonly hasScripts?: boolean;
  readonly width?: number;
  /** Whether an error is among the responses, which browsers report. */
  readonly expectsErrors?: boolean;
}

/** The browsers that run. Each serves all tests of a file, because its start takes longer than a test. */
const browsers = new Map<string, Browser>();

Deno.test.afterAll(async () => {
  for (const browser of browsers.values()) await browser.close();
});

/** Registers a test of a page for each browser. The page must report no error and must load nothing from elsewhere. */
export function testPage(name: string, visit: Visit, run: (page: Page, app: TestApp) => Promise<void>): void {
  for (const browserName of visit.browsers ?? ["chromium", "firefox"] as const) {
    const executablePath = findProgram(browserName);
    Deno.test({
      name: `${name} (${browserName})`,
      ignore: executablePath === undefined,
      fn: async () => {
        await using app = await startApp();
        const { services } = app;
        const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
        await using server = Deno.serve(options, createApp(services).handler());
        const browser = browsers.get(browserName) ?? await launch(browserName, executablePath!);
        browsers.set(browserName, browser);
        const context = await browser.createBrowserContext();
        await visitPage(
          await context.newPage(),
          `http://127.0.0.1:${server.addr.port}`,
          visit,
          (page) => run(page, app),
        )
          .finally(() => context.close());
      },
      // The browser stays open after the test.
      sanitizeOps: false,
      sanitizeResources: false,
    });
  }
}

async function launch(name: "chromium" | "firefox", executablePath: string): Promise<Browser> {
  if (name === "firefox") return await puppeteer.launch({ browser: "firefox", executablePath });
  return await puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}

async function visitPage(page: Page, origin: string, visit: Visit, run: (page: Page) => Promise<void>): Promise<void> {
  const { path = "/", hasScripts = true, width = 1280, expectsErrors = false } = visit;
  const reported: string[] = [];
  page.on("pageerror", (error) => reported.push(String(error)));
  page.on("console", (message) => {
    const isExpected = expectsErrors && message.text().startsWith("Failed to load");
    if (message.type() === "error" && !isExpected) reported.push(message.text());
  });
  page.on("request", (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(origin)) reported.push(request.url());
  });
  if (!hasScripts) await page.setJavaScriptEnabled(false);
  await page.setViewport({ width, height: 800 });
  await page.goto(origin + path);
  await run(page);
  assertEquals(reported, []);
}

/** Waits until an expression has a value in the page, and fails with what it has instead. */
export async function waitFor(page: Page, expression: string, value: unknown): Promise<void> {
  const isReached = page.waitForFunction(`(${expression}) === ${JSON.stringify(value)}`);
  await isReached.catch(async () => assertEquals(await page.evaluate(expression), value));
}
