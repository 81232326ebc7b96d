import { assertEquals, assertLess } from "@std/assert";
import { SERIES_NAMES } from "@/lib/operator/history.ts";
import { startApp } from "@/tests/app.ts";

async function call(app: Awaited<ReturnType<typeof startApp>>, path: string): Promise<void> {
  await (await app(path)).body?.cancel();
}

Deno.test("History.sample() reports rates and latencies of the time since the last sample", async () => {
  await using app = await startApp({ RATE_LIMIT: "10" });
  const { history } = app.services;
  const start = performance.now();
  history.sample(start);
  for (let i = 0; i < 15; i++) await call(app, "/api/v1/uptime");
  history.sample(start + 10_000);
  history.sample(start + 20_000);
  const { times, series } = history.report();
  assertEquals(times[2]! - times[1]!, 10);
  assertEquals([series.requests[1], series.refused[1]], [1.5, 0.5]);
  assertEquals([series.requests[2], series.errors[2], series.p99[2], series.cacheHits[2]], [0, 0, null, null]);
  assertLess(series.p50[1]!, 10_000);
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

Deno.test("History.sample() counts errors of the service, and the stages and cache of filters", async () => {
  await using app = await startApp();
  const { history, filters, launcher } = app.services;
  launcher.load = () => {
    throw new Error("broken");
  };
  await call(app, "/api/v5/app/launcher/news");
  filters.counters.addTime("decode", 10);
  filters.counters.addTime("decode", 30);
  history.sample(performance.now() + 1000);
  const { series } = history.report();
  assertEquals([series.decode, series.filter], [[20], [null]]);
  assertEquals((series.errors[0] ?? 0) > 0, true);
});

Deno.test("the operator's page has a line for every series of the history, and for no other", async () => {
  const script = await Deno.readTextFile("static/operator.js");
  const lines = [...script.matchAll(/lines: \{([^}]*)\}/g)].flatMap(([, names = ""]) => names.match(/\w+(?=:)/g) ?? []);
  assertEquals(lines.toSorted(), SERIES_NAMES.toSorted());
});
