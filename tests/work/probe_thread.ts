import "@/lib/work/thread.ts";

// A thread of the service with two more messages: after one it crashes, after the other it reports what it can reach.

// The thread removes these before its first job.
const { Deno, fetch } = globalThis;
const program = Deno.execPath();

const ATTEMPTS: Readonly<Record<string, () => unknown>> = {
  "read a file": () => Deno.readTextFileSync(new URL(import.meta.url)),
  "list a folder": () => Deno.readDirSync("/").next(),
  "write a file": () => Deno.writeTextFileSync("/tmp/probe", ""),
  "read a variable": () => Deno.env.get("HOME"),
  "listen": () => Deno.listen({ port: 0 }).close(),
  "connect": async () => (await Deno.connect({ hostname: "127.0.0.1", port: 9 })).close(),
  "fetch an address": () => fetch("http://127.0.0.1:8/"),
  "fetch a file": () => fetch(import.meta.url),
  "look up a name": () => Deno.resolveDns("localhost", "A"),
  "run a program": () => new Deno.Command(program).outputSync(),
  "load a library": () => Deno.dlopen("libc.so.6", {}).close(),
  "read the host name": () => Deno.hostname(),
  "read a file with Node": async () => (await import("node:fs")).readFileSync("/etc/hostname"),
  "read a variable with Node": async () => (await import("node:process")).env.HOME,
  "run a program with Node": async () => (await import("node:child_process")).execFileSync(program),
  "change the priority with Node": async () => (await import("node:os")).setPriority(0, 11),
};

addEventListener("message", async (event) => {
  const { data } = event as MessageEvent;
  if ("crash" in data) setTimeout(() => Promise.reject(new Error("crashed")));
  if (!("probe" in data)) return;
  const reached: string[] = [];
  for (const [name, attempt] of Object.entries(ATTEMPTS)) {
    try {
      await attempt();
      reached.push(name);
    } catch (error) {
      // Parts of Node need what the thread has removed.
      const isDenied = error instanceof Deno.errors.NotCapable || /Requires read|Deno is not defined/.test(`${error}`);
      if (!isDenied) reached.push(`${name}: ${error}`);
    }
  }
  const globals = ["Deno", "Worker", "fetch", "WebSocket", "caches"].filter((name) => name in globalThis);
  (self as unknown as Worker).postMessage({ reached, globals });
});
