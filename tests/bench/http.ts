// Processor time a request, beside other servers in the same run: `deno task bench http`. Linux, with `wrk` from Debian.
import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { logger } from "hono/logger";
import { secureHeaders } from "hono/secure-headers";
import { fromFileUrl } from "@std/path";
import { z } from "zod";
import kaomoji from "@/lib/random/items/kaomoji.json" with { type: "json" };

const ROOT = fromFileUrl(new URL("../../", import.meta.url));
const PATH = "/api/v2/random/kaomoji/cat";

/** The peers, each of which answers as the service does. */
const PEERS = { full: serveFullHono, plain: servePlainHono, bare: serveBare } as const;

type Peer = keyof typeof PEERS;

const pick = () => kaomoji.cat[Math.floor(Math.random() * kaomoji.cat.length)]!;

function toBody() {
  const text = pick();
  const info = { category: "kaomoji", endpoint: "cat" };
  return { success: true, status: 200, info, message: text, item: { text } };
}

/** What many would write: a logger, a validator and security headers. */
function serveFullHono(): Deno.ServeHandler {
  const types = z.object({ type: z.enum(["cat", "dog", "owo", "uwu", "love"]) });
  const app = new Hono();
  app.use(logger(), secureHeaders());
  app.get("/api/v2/random/kaomoji/:type", zValidator("param", types), (c) => c.json(toBody()));
  return app.fetch;
}

function servePlainHono(): Deno.ServeHandler {
  const app = new Hono();
  app.get("/api/v2/random/kaomoji/:type", (c) => c.json(toBody()));
  return app.fetch;
}

/** The runtime alone, sending the same bytes and headers. */
function serveBare(): Deno.ServeHandler {
  return () =>
    new Response(JSON.stringify(toBody()), {
      headers: {
        "content-type": "application/json",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "access-control-allow-origin": "*",
        "access-control-expose-headers": "*",
        ratelimit: '"default";r=1199;t=1',
      },
    });
}

/** Starts a server as a process of its own. Its output goes nowhere, as behind a supervisor. */
function start(name: Peer | "service", port: number): Deno.ChildProcess {
  const own = ["run", "--lock=tests/deno.lock", "--allow-all", fromFileUrl(import.meta.url), name, `${port}`];
  const args = name === "service" ? ["run", "--allow-all", "--no-prompt", "main.ts"] : own;
  const env = { PORT: `${port}`, RATE_LIMIT: "1000000000" };
  return new Deno.Command(Deno.execPath(), { args, env, cwd: ROOT, stdout: "null", stderr: "null" }).spawn();
}

async function untilReady(port: number): Promise<void> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}${PATH}`).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Returns the processor time of a process in seconds. */
async function readProcessorTime(pid: number): Promise<number> {
  const fields = (await Deno.readTextFile(`/proc/${pid}/stat`)).split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Sends requests for some seconds, and returns how many were answered. */
async function load(port: number, seconds: number): Promise<number> {
  const args = ["-t1", "-c32", `-d${seconds}s`, `http://127.0.0.1:${port}${PATH}`];
  const { stdout } = await new Deno.Command("wrk", { args }).output();
  return Number(/(\d+) requests in/.exec(new TextDecoder().decode(stdout))?.[1]);
}

async function measure(name: Peer | "service", port: number): Promise<number> {
  const server = start(name, port);
  try {
    await untilReady(port);
    await load(port, 3);
    const before = await readProcessorTime(server.pid);
    const requests = await load(port, 6);
    return (await readProcessorTime(server.pid) - before) / requests * 1e6;
  } finally {
    server.kill("SIGTERM");
    await server.status;
  }
}

if (import.meta.main) {
  // A peer, started by this file.
  Deno.serve({ port: Number(Deno.args[1]), onListen() {} }, PEERS[Deno.args[0] as Peer]());
} else {
  for (let round = 1; round <= 3; round++) {
    const times = { service: 0, full: 0, plain: 0, bare: 0 };
    let port = 18_600;
    for (const name of Object.keys(times) as (keyof typeof times)[]) times[name] = await measure(name, port++);
    const ratio = (name: Peer) => (times[name] / times.service).toFixed(2);
    const micros = Object.entries(times).map(([name, time]) => `${name} ${time.toFixed(1)} µs`).join(", ");
    // deno-lint-ignore no-console
    console.log(`${micros}; of ours: full Hono ${ratio("full")}, plain Hono ${ratio("plain")}, bare ${ratio("bare")}`);
  }
}
