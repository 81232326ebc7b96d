// deno-lint-ignore-file no-console -- a script talks to the person who started it
/** Stands in for wrk where it is not installed: as many requests as 32 connections make in some seconds. */
const [url = "", seconds = "2"] = Deno.args;
const end = performance.now() + Number(seconds) * 1000;
let count = 0;
await Promise.all(Array.from({ length: 32 }, async () => {
  for (; performance.now() < end; count++) await (await fetch(url)).text();
}));
console.log(`Requests/sec: ${count / Number(seconds)}`);
