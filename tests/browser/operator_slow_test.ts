import type { Page } from "playwright-core";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { assertNoViolations, findRepeatedIds, shareTestSite } from "@/tests/browser/browser.ts";
import { findProgram } from "@/tests/programs.ts";

const TOKEN = "a-token-of-the-operator";

const { site, test } = shareTestSite({ path: "/operator" }, { OPERATOR_TOKEN: TOKEN });

if (findProgram("chromium") !== undefined) {
  Deno.test.beforeAll(async () => {
    for (const seconds of [10, 20, 30]) {
      await (await fetch(`${site.origin}/api/v1/uptime`)).body?.cancel();
      await (await fetch(`${site.origin}/api/none`, { headers: { "x-request-id": `mine-${seconds}` } })).body?.cancel();
      site.services.history.sample(performance.now() + seconds * 1000);
    }
    const { bans } = site.services.access;
    for (let i = 0; i < 10; i++) await bans.countFailure("192.0.2.7");
  });
}

async function enter(page: Page, token: string): Promise<void> {
  await page.getByLabel("Token").fill(token);
  await page.getByRole("button", { name: "Enter" }).click();
}

test("/operator shows charts, endpoints and bans at 360 px, without axe violations", {
  viewport: { width: 360, height: 740 },
}, async (page) => {
  await enter(page, TOKEN);
  await page.locator(".chart").first().waitFor();
  assertEquals(await page.getByLabel("Token").isVisible(), false);
  assertEquals(await page.locator(".chart").count(), 8);
  const line = await page.locator(".chart .line-0").nth(1).getAttribute("d");
  assertMatch(line ?? "", /^M[\d.]+ [\d.]+L/);
  await page.getByRole("heading", { name: "Bans" }).click();
  assertMatch(await page.locator("[data-rows=bans]").innerText(), /192\.0\.2\.7\s+(23 h 59|24 h 0) min/);
  assertMatch(await page.locator("[data-rows=endpoints]").innerText(), /\/api\/v1\/uptime/);
  const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
  assertEquals(isWide, false);
  const height = Number(await page.evaluate("document.documentElement.scrollHeight"));
  assert(height < 2500, `${height} pixels high`);
  await assertNoViolations(page);
});

test("/operator remembers the token for the tab only, and forgets it on demand", {}, async (page) => {
  await enter(page, TOKEN);
  await page.locator("[data-dashboard]").waitFor();
  await page.reload();
  await page.locator("[data-dashboard]").waitFor();
  assertEquals(await page.evaluate("localStorage.length + document.cookie.length"), 0);
  await page.getByRole("button", { name: "Forget the token" }).click();
  assertEquals(await page.locator("[data-dashboard]").isHidden(), true);
  assertEquals(await page.evaluate("sessionStorage.length"), 0);
});

test("/operator states how many wrong tokens lead to a ban", { expectsErrors: true }, async (page) => {
  await enter(page, "a-wrong-token");
  const message = page.locator("[data-message]", { hasText: "9 more lead to a ban" });
  await message.waitFor();
  assertEquals(await page.getByLabel("Token").isVisible(), true);
});

test("/operator counts errors by code, and finds the id of an error", {}, async (page) => {
  await enter(page, TOKEN);
  await page.locator("[data-dashboard]").waitFor();
  await page.getByRole("heading", { name: "Errors since the start" }).click();
  assertMatch(await page.locator("[data-rows=codes]").innerText(), /not_found\s+3/);
  const errors = page.locator("[data-rows=errors]");
  assertEquals(await errors.innerText(), "None");
  await page.getByLabel("Find a request id").fill(" mine-20 ");
  assertMatch(await errors.innerText(), /\/api\/none\s+not_found\s+mine-20/);
  await page.getByLabel("Find a request id").fill("mine");
  assertMatch(await errors.innerText(), /access log/);
});

test("/operator has a logarithmic scale of latencies", { continues: true }, async (page) => {
  await page.locator(".chart").first().waitFor();
  assertMatch(await page.locator(".chart", { hasText: "Latency" }).innerText(), /\d ms, logarithmic from 0?\.?\d+ ms/);
});

test("/operator has no id twice", { continues: true }, async (page) => {
  assertEquals(await findRepeatedIds(page), []);
});

test("/operator shows the version, lifts a ban, and names routes as the documents do", {}, async (page) => {
  await (await fetch(`${site.origin}/cat/Ada.svg`)).body?.cancel();
  await enter(page, TOKEN);
  await page.locator("[data-dashboard]").waitFor();
  assertMatch(await page.locator("[data-figures]").innerText(), /Version\s+\d+\.\d+\.\d+/);
  assertMatch(await page.locator("[data-rows=endpoints]").innerText(), /^\/\{kind\}\/\{name\}\s/m);
  await page.getByRole("heading", { name: "Bans" }).click();
  await page.getByRole("button", { name: "Lift the ban of 192.0.2.7" }).click();
  await page.getByText("The ban of 192.0.2.7 is lifted.").waitFor();
  assertEquals(await page.locator("[data-rows=bans]").innerText(), "None");
});
