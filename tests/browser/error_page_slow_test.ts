import type { Page } from "playwright-core";
import { assertEquals } from "@std/assert";
import { rateLimitedError } from "@/lib/access/rate_limit.ts";
import { createAxe, openTestSite, type TestSite, visit, type VisitOptions } from "@/tests/browser/browser.ts";
import { scaleToLoad } from "@/tests/load_factor.ts";
import { findProgram, ifInstalled } from "@/tests/programs.ts";

let site: TestSite;

function test(name: string, options: VisitOptions, run: (page: Page) => Promise<void>): void {
  Deno.test({
    ...ifInstalled("chromium", name),
    fn: () => visit(site, { expectsErrors: true, ...options }, run),
    timeout: scaleToLoad(120_000),
    // One browser and one server serve all tests, so they stay open after each.
    sanitizeOps: false,
    sanitizeResources: false,
  });
}

if (findProgram("chromium") !== undefined) {
  Deno.test.beforeAll(async () => {
    site = await openTestSite();
    // Not by real requests, because their minute may be over before the browser has started.
    site.services.access.admit = () => {
      throw rateLimitedError(10, { allowed: false, remaining: 0, resetMs: 30_000 });
    };
  });
  Deno.test.afterAll(() => site.close());
}

const permissions = { permissions: ["clipboard-read", "clipboard-write"] };

test("the page of a 429 counts the seconds down and copies the request id", permissions, async (page) => {
  const timer = page.getByRole("timer");
  const start = Number(await timer.innerText());
  await page.waitForFunction((start) => Number(document.querySelector("[role=timer]")?.textContent) < start, start);
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assertEquals(await page.evaluate("navigator.clipboard.readText()"), await page.locator("code").innerText());
});

for (const colorScheme of ["light", "dark"] as const) {
  const options = { colorScheme, viewport: { width: 360, height: 740 } };
  test(`the page of a 429 fits a phone, ${colorScheme}, without axe violations`, options, async (page) => {
    assertEquals(await page.evaluate("document.documentElement.scrollWidth > innerWidth"), false);
    const { violations } = await createAxe(page).analyze();
    assertEquals(violations.map(({ id, nodes }) => [id, nodes[0]?.html]), []);
  });
}
