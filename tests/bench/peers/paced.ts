// deno-lint-ignore-file no-console -- a script talks to the person who started it
/** Asks for an address so many times a second, from four callers, and says in wrk's words how long the answers took. */
const CALLERS = 4;
const [url = "", rate = "1000", seconds = "4"] = Deno.args;
const gapMs = 1000 * CALLERS / Number(rate);
const times: number[] = [];
await Promise.all(Array.from({ length: CALLERS }, async (_, caller) => {
  const first = performance.now() + gapMs * caller / CALLERS;
  for (let due = first; due < first + Number(seconds) * 1000; due += gapMs) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    const start = performance.now();
    await (await fetch(url)).bytes();
    times.push(performance.now() - start);
  }
}));
times.sort((a, b) => a - b);
for (const percent of [50, 99]) console.log(`${percent}% ${times[Math.floor(times.length * percent / 100)]}ms`);
