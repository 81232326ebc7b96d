// deno-lint-ignore-file no-console -- a script talks to the person who started it
/** Stands in for wrk where it is not installed, and says what it measured in the same words. */
const [url = "", connections = "32", seconds = "2"] = Deno.args;
const end = performance.now() + Number(seconds) * 1000;
let count = 0, failures = 0;
await Promise.all(Array.from({ length: Number(connections) }, async () => {
  for (; performance.now() < end; count++) {
    const response = await fetch(url);
    await response.bytes();
    if (!response.ok) failures++;
  }
}));
if (failures > 0) console.log(`Non-2xx: ${failures}`);
console.log(`Requests/sec: ${count / Number(seconds)}`);
