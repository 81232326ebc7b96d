/// <reference lib="dom" />
import type { Page } from "puppeteer-core";
import { assertEquals, assertMatch } from "@std/assert";
import { assertNoViolations, findRepeatedIds, shareTestSite } from "@/tests/browser/browser.ts";
import { find } from "@/tests/browser/elements.ts";
import { PHONE } from "@/tests/browser/landing_page.ts";
import { advanceClock } from "@/tests/browser/clock.ts";

const TOKEN = "a-token-of-the-operator";

const { site, test } = shareTestSite({ defaults: { path: "/operator" }, env: { OPERATOR_TOKEN: TOKEN } });

Deno.test.beforeAll(async () => {
  for (const seconds of [10, 20, 30]) {
    await (await fetch(`${site.origin}/api/v1/uptime`)).body?.cancel();
    await (await fetch(`${site.origin}/api/none`, { headers: { "x-request-id": `mine-${seconds}` } })).body?.cancel();
    site.services.history.sample(performance.now() + seconds * 1000);
  }
});

/** Bans a client, as ten wrong tokens do. */
async function ban(client: string): Promise<void> {
  for (let i = 0; i < 10; i++) await site.services.access.bans.countWrongToken(client);
}

async function enter(page: Page, token: string): Promise<void> {
  await find(page, "input", "Token").fill(token);
  await find(page, "button", "Enter").click();
}

test("/operator shows charts, endpoints and bans at 360 px, without axe violations", {
  viewport: PHONE,
  inFirefox: true,
}, async (page) => {
  await ban("192.0.2.7");
  await enter(page, TOKEN);
  await find(page, ".chart").wait();
  assertEquals(await find(page, "input", "Token").isVisible(), false);
  assertEquals(await find(page, ".chart").count(), 8);
  assertMatch(await find(page, ".chart .line-0").at(1).attribute("d"), /^M[\d.]+ [\d.]+L/);
  // The first line has the accent colour.
  assertMatch(await find(page, ".chart .legend").text(), /^5xx \d/);
  await find(page, ".chart", /Latency/).waitForText(/\d ms, logarithmic from 0?\.?\d+ ms/);
  await find(page, "summary", "Bans").click();
  await find(page, "[data-rows=bans]").waitForText(/192\.0\.2\.7\s+(23 h \d+|24 h 0) min/);
  assertMatch(await find(page, "[data-rows=endpoints]").text(), /\/api\/v1\/uptime/);
  const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
  assertEquals(isWide, false);
  await assertNoViolations(page);
});

test("/operator shows all numbers of an endpoint at once", { viewport: { width: 600, height: 800 } }, async (page) => {
  await enter(page, TOKEN);
  await find(page, "[data-rows=endpoints] td").wait();
  const region = find(page, "[aria-labelledby=endpoints]");
  assertEquals(await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0);
});

/** Runs in the browser: draws a chart of these samples, and returns its dots and legend. */
async function drawChart(times: number[], series: Record<string, (number | null)[]>): Promise<unknown> {
  const { createChart } = await import(`${location.origin}/chart.js`);
  const lines = { first: "one", second: "two" };
  const spec = { title: "A chart", lines, format: (value: number) => `${value} ms`, top: 10 };
  const chart: HTMLElement = createChart(spec, { times, series });
  const dots = [...chart.querySelectorAll(".dot")].map((dot) => dot.getAttribute("d"));
  const legend = [...chart.querySelectorAll(".legend > span")].map(({ textContent }) => textContent);
  return { dots, legend };
}

test("/operator shows the last value of a chart as a dot, even of a single sample", {}, async (page) => {
  // A chart is 360 wide and 100 high, and spans at least 300 s.
  assertEquals(await page.evaluate(drawChart, [1000], { first: [5], second: [10] }), {
    dots: ["M360 0h0", "M360 50h0"],
    legend: ["one 5 ms", "two 10 ms"],
  });
  assertEquals(
    await page.evaluate(drawChart, [1000, 1150, 1300], { first: [1, 2, null], second: [null, null, null] }),
    {
      dots: ["M180 80h0"],
      // The last values that exist.
      legend: ["one 2 ms", "two –"],
    },
  );
  assertEquals(await page.evaluate(drawChart, [], { first: [] }), {
    dots: [],
    legend: ["one –", "two –"],
  });
});

/** Runs in the browser: draws three samples over 300 s, and returns the legend with the pointer in the middle. */
async function pointAtMiddle(): Promise<unknown> {
  const { createChart } = await import(`${location.origin}/chart.js`);
  const spec = { title: "A chart", lines: { first: "one", second: "two" }, format: String };
  const series = { first: [1, 2, 3], second: [4, null, 6] };
  const chart: HTMLElement = createChart(spec, { times: [1000, 1150, 1300], series });
  const drawing = chart.querySelector("[role=img]")!;
  const read = () => [...chart.querySelectorAll(".legend > span")].map(({ textContent }) => textContent);
  drawing.getBoundingClientRect = () => new DOMRect(100, 0, 200, 100);
  drawing.dispatchEvent(new PointerEvent("pointermove", { clientX: 200 }));
  const pointed = [...read(), chart.querySelector(".cursor")?.getAttribute("d")];
  drawing.dispatchEvent(new PointerEvent("pointerleave"));
  return [pointed, read()];
}

test("/operator shows the values of a chart under the pointer", {}, async (page) => {
  assertEquals(await page.evaluate(pointAtMiddle), [["one 2", "two –", "M180 0V100"], ["one 3", "two 6"]]);
});

test("/operator shows every ten seconds what is new", { stopsClock: true }, async (page) => {
  await enter(page, TOKEN);
  await find(page, "[data-dashboard]").wait();
  await find(page, "summary", "Bans").click();
  await ban("192.0.2.9");
  await advanceClock(page, 10_000);
  await find(page, "[data-rows=bans]").waitForText("192.0.2.9");
});

test("/operator remembers the token for the tab only, and forgets it on demand", { inFirefox: true }, async (page) => {
  await enter(page, TOKEN);
  await find(page, "[data-dashboard]").wait();
  await page.reload();
  await find(page, "[data-dashboard]").wait();
  assertEquals(await page.evaluate("localStorage.length + document.cookie.length"), 0);
  await find(page, "button", "Forget the token").click();
  await find(page, "[data-dashboard]").waitUntilGone();
  assertEquals(await page.evaluate("sessionStorage.length"), 0);
});

/** Runs in the browser: refreshes, leaves while the answers are on their way, and waits until they were handled. */
async function leaveDuringRefresh(): Promise<void> {
  const { promise: hasLeft, resolve: onLeft } = Promise.withResolvers<void>();
  const { promise: areRead, resolve: onRead } = Promise.withResolvers<void>();
  const send = fetch;
  let read = 0;
  globalThis.fetch = async (...request) => {
    const response = await send(...request);
    const body = await response.json();
    await hasLeft;
    response.json = () => {
      if (++read === 3) onRead();
      return Promise.resolve(body);
    };
    return response;
  };
  document.dispatchEvent(new Event("visibilitychange"));
  document.querySelector<HTMLElement>("[data-leave]")!.click();
  onLeft();
  await areRead;
  // What a page does with a body that it has read comes before the next task.
  await new Promise((resolve) => setTimeout(resolve));
}

test("/operator shows nothing to who has left while it was refreshed", {}, async (page) => {
  await enter(page, TOKEN);
  await find(page, "[data-dashboard]").wait();
  await page.evaluate(leaveDuringRefresh);
  assertEquals(await find(page, "[data-dashboard]").isVisible(), false);
  assertEquals(await find(page, "input", "Token").isVisible(), true);
});

test("/operator states how many wrong tokens lead to a ban", { expectsErrors: true }, async (page) => {
  await enter(page, "a-wrong-token");
  await find(page, "[data-message]").waitForText("9 more lead to a ban");
  assertEquals(await find(page, "input", "Token").isVisible(), true);
});

test("/operator counts errors by code, and finds the id of an error", {}, async (page) => {
  await enter(page, TOKEN);
  await find(page, "[data-dashboard]").wait();
  await find(page, "summary", "Errors since the start").click();
  await find(page, "[data-rows=codes]").waitForText(/not_found\s+3/);
  const errors = find(page, "[data-rows=errors]");
  assertEquals(await errors.text(), "None");
  await find(page, "details", /Last errors/).waitForText(/last 20 of the service \(5xx\).+last 200 errors of callers/);
  await find(page, "[data-find]").fill(" mine-20 ");
  await errors.waitForText(/\/api\/none\s+not_found\s+mine-20/);
  await find(page, "[data-find]").fill("mine");
  await errors.waitForText(/Search the log for the id/);
  assertEquals(await findRepeatedIds(page), []);
});

test("/operator shows the version, lifts a ban, and names routes as the documents do", {}, async (page) => {
  await (await fetch(`${site.origin}/cat/Ada.svg`)).body?.cancel();
  await ban("192.0.2.8");
  await enter(page, TOKEN);
  await find(page, "[data-dashboard]").wait();
  assertMatch(await find(page, "[data-figures]").text(), /Version\s+\d+\.\d+\.\d+\s+Commit\s+(unknown|[0-9a-f]{8})\s/);
  assertMatch(await find(page, "[data-rows=endpoints]").text(), /^\/\{kind\}\/\{name\}\s/m);
  await find(page, "h2, h3, summary", /^Bans/).click();
  await find(page, 'button[aria-label="Lift the ban of 192.0.2.8"]').click();
  await find(page, "body").waitForText("The ban of 192.0.2.8 is lifted.");
  assertEquals((await find(page, "[data-rows=bans]").text()).includes("192.0.2.8"), false);
});
