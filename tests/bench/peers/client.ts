// deno-lint-ignore-file no-console -- a script talks to the person who started it
/** Stands in for wrk where it is not installed, and says what it measured in the same words. */
const [url = "", connections = "32", seconds = "2"] = Deno.args;
const end = performance.now() + Number(seconds) * 1000;
const times: number[] = [];
let failures = 0;
await Promise.all(Array.from({ length: Number(connections) }, async () => {
  for (let start = performance.now(); start < end; start = performance.now()) {
    const response = await fetch(url);
    await response.bytes();
    times.push(performance.now() - start);
    if (!response.ok) failures++;
  }
}));
times.sort((a, b) => a - b);
for (const percent of [50, 99]) console.log(`${percent}% ${times[Math.floor(times.length * percent / 100)]}ms`);
if (failures > 0) console.log(`Non-2xx: ${failures}`);
console.log(`Requests/sec: ${times.length / Number(seconds)}`);
