// deno-lint-ignore-file no-console -- its output is read by the benchmark
/** Replaces wrk where that is not installed; prints its results in the same form. */
const [url = "", connections = "32", seconds = "2"] = Deno.args;
const end = performance.now() + Number(seconds) * 1000;
let count = 0, errors = 0;
await Promise.all(Array.from({ length: Number(connections) }, async () => {
  for (; performance.now() < end; count++) {
    const response = await fetch(url);
    await response.bytes();
    if (!response.ok) errors++;
  }
}));
if (errors > 0) console.log(`Non-2xx: ${errors}`);
console.log(`${count} requests in ${seconds}s`);
console.log(`Requests/sec: ${count / Number(seconds)}`);
