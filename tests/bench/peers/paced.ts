// deno-lint-ignore-file no-console -- its output is read by the benchmark
/** Sends requests at a fixed rate from four clients; prints the response times in the form of wrk. */
const CLIENTS = 4;
const [url = "", rate = "1000", seconds = "4"] = Deno.args;
const gapMs = 1000 * CLIENTS / Number(rate);
const times: number[] = [];
await Promise.all(Array.from({ length: CLIENTS }, async (_, client) => {
  const first = performance.now() + gapMs * client / CLIENTS;
  for (let due = first; due < first + Number(seconds) * 1000; due += gapMs) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    const start = performance.now();
    await (await fetch(url)).bytes();
    times.push(performance.now() - start);
  }
}));
times.sort((a, b) => a - b);
for (const percent of [50, 99]) console.log(`${percent}% ${times[Math.floor(times.length * percent / 100)]}ms`);
