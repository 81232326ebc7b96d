// A service whose requests cause unhandled errors or last until its port is closed, and whose listener fails to close.
// shutdown_test.ts starts it in a process of its own.
import { getLogger } from "@logtape/logtape";
import { sleep } from "@/lib/async/deadline.ts";
import { startLog } from "@/lib/logging/log.ts";
import { Listener, logAddress } from "@/lib/process/listener.ts";
import { serveUntilStopped } from "@/lib/process/shutdown.ts";

const BREAKS: Record<string, () => void> = {
  "/throw": () =>
    void setTimeout(() => {
      throw new Error("thrown");
    }),
  "/reject": () => void Promise.reject(new Error("rejected")),
  "/worker": () => void new Worker("data:text/javascript,throw new Error('crashed')", { type: "module" }),
};

const close = Listener.prototype.close;
Listener.prototype.close = async function () {
  await close.call(this);
  throw new Error("not closed");
};

let port = 0;
let isStopping = false;

/** The delay of the last timer that began after a request to `/endless`. */
let lastDelayMs = 0;

/** Waits until nobody can connect any more. */
async function waitForClosedPort(): Promise<void> {
  getLogger(["pawkit", "server"]).info("a request has begun");
  while (await canConnect()) await sleep(10);
}

/** Never answers, and lets the time for running requests pass at once. */
function waitForever(): Promise<never> {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = ((run: () => void, ms = 0) => {
    lastDelayMs = ms;
    return setTimeout(run, ms === 4_000 ? 0 : ms);
  }) as typeof setTimeout;
  getLogger(["pawkit", "server"]).info("a request has begun");
  return new Promise(() => {});
}

async function canConnect(): Promise<boolean> {
  try {
    using _connection = await Deno.connect({ hostname: "127.0.0.1", port });
    return true;
  } catch {
    return false;
  }
}

const log = await startLog({ level: "info", format: "json", files: undefined });
await serveUntilStopped({
  host: "127.0.0.1",
  port: 0,
  reusePort: false,
  onListen(address) {
    if ("port" in address) port = address.port;
    logAddress(address);
  },
  handler: async (req) => {
    const { pathname } = new URL(req.url);
    BREAKS[pathname]?.();
    if (pathname === "/last") await waitForClosedPort();
    if (pathname === "/endless") await waitForever();
    return new Response(pathname, { status: isStopping ? 503 : 200 });
  },
  signals: ["SIGTERM"],
  onStopping: () => isStopping = true,
  async cleanUp() {
    // Its time limit begins now.
    await Promise.resolve();
    getLogger(["pawkit", "server"]).info(`cleaned up within ${lastDelayMs} ms`);
    await log.close();
  },
});
Deno.exit(0);
