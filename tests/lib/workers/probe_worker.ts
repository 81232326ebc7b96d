import "@/lib/workers/worker.ts";

// The worker of the service, with one more message: what it can reach.

/** What the probe found. */
export interface Reached {
  /** The global objects that the worker has removed. */
  readonly removed: readonly string[];
  /** What it can reach with the global objects that it had before. */
  readonly byGlobals: readonly string[];
  /** What it can reach by importing modules of Node, which Deno always allows. */
  readonly byImports: readonly string[];
}

// The permissions are probed with what the worker removes before the first job.
const { Deno, Worker, fetch } = globalThis;
const program = Deno.execPath();
const allGlobals = Object.getOwnPropertyNames(globalThis);

type Attempts = Readonly<Record<string, () => unknown>>;

const BY_GLOBALS: Attempts = {
  read: () => Deno.readTextFileSync(new URL(import.meta.url)),
  list: () => Deno.readDirSync("/").next(),
  write: () => Deno.writeTextFileSync("/tmp/probe", ""),
  env: () => Deno.env.get("HOME"),
  net: () => Deno.listen({ port: 0 }).close(),
  connect: async () => (await Deno.connect({ hostname: "127.0.0.1", port: 9 })).close(),
  fetch: () => fetch("http://127.0.0.1:8/"),
  file: () => fetch(import.meta.url),
  resolve: () => Deno.resolveDns("localhost", "A"),
  run: () => new Deno.Command(program).outputSync(),
  ffi: () => Deno.dlopen("libc.so.6", {}).close(),
  sys: () => Deno.hostname(),
  import: async () => await import(String(new URL("./loading.ts", import.meta.url))),
  worker: async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const code = "try { Deno.readDirSync('/').next(); postMessage(true) } catch { postMessage(false) }";
    const worker = new Worker(`data:text/javascript,${encodeURIComponent(code)}`, { type: "module" });
    worker.onmessage = ({ data }) => data ? resolve() : reject(new Deno.errors.NotCapable("denied"));
    worker.onerror = (event) => reject(new Error(event.message));
    await promise.finally(() => worker.terminate());
  },
};

const BY_IMPORTS: Attempts = {
  "fs.readFileSync": async () => (await import("node:fs")).readFileSync("/etc/hostname"),
  "fs.writeSync to the console": async () => (await import("node:fs")).writeSync(2, ""),
  "process.env": async () => (await import("node:process")).env.HOME,
  "process.kill": async () => {
    const { kill, pid } = await import("node:process");
    // Only asks whether it could.
    kill(pid, 0);
  },
  "child_process.execFileSync": async () => (await import("node:child_process")).execFileSync(program),
  "os.setPriority": async () => (await import("node:os")).setPriority(0, 11),
  "sqlite.DatabaseSync": async () => new (await import("node:sqlite")).DatabaseSync("/tmp/probe.sqlite").close(),
  "v8.setFlagsFromString": async () => (await import("node:v8")).setFlagsFromString("--expose-gc"),
  "worker_threads.BroadcastChannel": async () => {
    new (await import("node:worker_threads")).BroadcastChannel("probe").close();
  },
  "worker_threads.Worker": async () => {
    const threads = await import("node:worker_threads");
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const worker = new threads.Worker("postMessage(true)", { eval: true }).on("message", () => resolve());
    worker.on("error", reject);
    await promise.finally(() => worker.terminate());
  },
};

/** Returns the attempts that succeed. */
async function tryAll(attempts: Attempts): Promise<string[]> {
  const reached: string[] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      await attempt();
      reached.push(name);
    } catch (error) {
      // An import that is not permitted throws a TypeError with the same message. Parts of Node need what was removed.
      const isDenied = error instanceof Deno.errors.NotCapable ||
        /Requires read access|Deno is not defined/.test(String(error));
      if (!isDenied) reached.push(`${name}: ${error}`);
    }
  }
  return reached;
}

self.addEventListener("message", async (event) => {
  const { data } = event as MessageEvent;
  if (!("probe" in data)) return;
  const reached: Reached = {
    removed: allGlobals.filter((name) => !(name in globalThis)).sort(),
    byGlobals: await tryAll(BY_GLOBALS),
    byImports: await tryAll(BY_IMPORTS),
  };
  (self as unknown as { postMessage(data: unknown): void }).postMessage(reached);
});
