import { assertEquals, assertGreater } from "@std/assert";
import { SERIES_NAMES } from "@/lib/operator/history.ts";
import { startApp } from "@/tests/app.ts";

async function call(app: Awaited<ReturnType<typeof startApp>>, path: string): Promise<void> {
  await (await app(path)).body?.cancel();
}

Deno.test("History.sample() reports rates, latencies and stages of the time since the last sample", async () => {
  await using app = await startApp({ RATE_LIMIT: "10" });
  const { history, filters, launcher } = app.services;
  launcher.load = () => {
    throw new Error("broken");
  };
  const start = performance.now();
  history.sample(start);
  await call(app, "/api/v5/app/launcher/news");
  for (let i = 0; i < 14; i++) await call(app, "/api/v1/uptime");
  for (const ms of [10, 30]) filters.counters.addTime("decode", ms);
  history.sample(start + 10_000);
  history.sample(start + 20_000);
  const { times, series } = history.report();
  assertEquals(times[2]! - times[1]!, 10);
  assertEquals([series.requests[1], series.refused[1], series.errors[1]], [1.5, 0.5, 0.1]);
  assertEquals([series.requests[2], series.errors[2], series.p99[2], series.cacheHits[2]], [0, 0, null, null]);
  assertEquals([series.decode, series.filter], [[null, 20, null], [null, null, null]]);
  assertGreater(series.p50[1]!, 0);
});

Deno.test("History.report() has at most an hour, the oldest sample first", async () => {
  await using app = await startApp();
  const { history } = app.services;
  for (let step = 1; step <= 400; step++) history.sample(step * 10_000);
  const { times, series } = history.report();
  const [first = 0] = times;
  assertEquals(times, Array.from({ length: 360 }, (_, index) => first + index * 10));
  assertEquals(Object.values(series).map(({ length }) => length), Array(SERIES_NAMES.length).fill(360));
});

Deno.test("the operator's page has a line for every series of the history, and for no other", async () => {
  const script = await Deno.readTextFile("static/operator.js");
  const lines = [...script.matchAll(/lines: \{([^}]*)\}/g)].flatMap(([, names = ""]) => names.match(/\w+(?=:)/g) ?? []);
  assertEquals(lines.toSorted(), SERIES_NAMES.toSorted());
});
