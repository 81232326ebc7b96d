import "@/lib/filters/worker.ts";

// The worker of the service, with one more message: what it can reach.

const ATTEMPTS: Record<string, () => unknown> = {
  read: () => Deno.readTextFileSync(new URL(import.meta.url)),
  list: () => Deno.readDirSync("/").next(),
  write: () => Deno.writeTextFileSync("/tmp/probe", ""),
  env: () => Deno.env.get("HOME"),
  net: () => Deno.listen({ port: 0 }).close(),
  connect: async () => (await Deno.connect({ hostname: "127.0.0.1", port: 9 })).close(),
  fetch: () => fetch("http://127.0.0.1:8/"),
  file: () => fetch(import.meta.url),
  resolve: () => Deno.resolveDns("localhost", "A"),
  run: () => new Deno.Command("true").outputSync(),
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

self.addEventListener("message", async (event) => {
  const { data } = event as MessageEvent;
  if (!("probe" in data)) return;
  const reached: string[] = [];
  for (const [name, attempt] of Object.entries(ATTEMPTS)) {
    try {
      await attempt();
      reached.push(name);
    } catch (error) {
      // An import that is not permitted throws a TypeError with the same message.
      const isDenied = error instanceof Deno.errors.NotCapable || /Requires read access/.test(String(error));
      if (!isDenied) reached.push(`${name}: ${error}`);
    }
  }
  (self as unknown as { postMessage(data: unknown): void }).postMessage({ reached });
});
