import { sleep } from "@/lib/async/deadline.ts";
import { findFreePort } from "@/tests/free_port.ts";
import { startProgram } from "./caches/proxies.ts";
import { Connection } from "./connection.ts";
import { sendAs, sendWrongTokens, TOKEN, waitForStore, waitUntil } from "./fleet/fleet.ts";
import { startRedis } from "./redis_server.ts";
import { type Service, startService } from "./service.ts";

/** The result of {@linkcode restartOneByOne}. */
export interface RestartReport {
  readonly answered: number;
  /** Requests without a response, or with another than usual. */
  readonly lost: number;
  readonly exitCodes: readonly number[];
  /** The statuses of a client that was banned before the restarts, on ten connections after them. */
  readonly banned: readonly number[];
}

/** Options of {@linkcode restartOneByOne}. */
export interface RestartOptions {
  /** The number of clients that open one connection after the other. */
  readonly connections: number;
  /** How often both processes are restarted. */
  readonly rounds: number;
  /** How long a client waits between two connections. */
  readonly pauseMs: number;
}

interface Load {
  readonly port: number;
  readonly pauseMs: number;
  isOver: boolean;
  answered: number;
  lost: number;
}

/** The most requests on one connection. Many connections are opened, because those are what a restart can lose. */
const REQUESTS_EACH = 5;

/** Restarts two processes on one port (REUSE_PORT) one after the other, under load from a proxy. */
export async function restartOneByOne(options: RestartOptions): Promise<RestartReport> {
  const { connections, rounds, pauseMs } = options;
  await using redis = await startRedis();
  const dir = await Deno.makeTempDir();
  const port = findFreePort();
  const settings = { PORT: `${port}`, REUSE_PORT: "on", TRUST_PROXY: "1", LOGS_DIR: dir, OPERATOR_TOKEN: TOKEN };
  const start = () => startService({ env: { ...settings, STATE_URL: redis.url } });
  const fleet: Service[] = [await start(), await start()];
  await waitForStore(fleet, 1);

  await sendWrongTokens(fleet[0]!, "192.0.2.2", 10);
  await using proxy = await startRepeatingProxy(port);
  const load: Load = { port: proxy.port, pauseMs, isOver: false, answered: 0, lost: 0 };
  const clients = Array.from({ length: connections }, (_, i) => sendUntilOver(load, i));
  const exitCodes: number[] = [];
  for (let i = 0; i < 2 * rounds; i++) {
    exitCodes.push(await fleet.shift()!.stop());
    fleet.push(await start());
  }
  load.isOver = true;
  await Promise.all(clients);

  // A process that could not read the bans in time has begun without them.
  let banned: number[] = [];
  await waitUntil("a ban at both processes", async () => {
    banned = (await sendAs("192.0.2.2", port, 10, 10)).map(({ status }) => status);
    return banned.every((status) => status === 403);
  });
  for (const service of fleet) exitCodes.push(await service.stop());
  await Deno.remove(dir, { recursive: true });
  const { answered, lost } = load;
  return { answered, lost, exitCodes, banned };
}

async function sendUntilOver(load: Load, index: number): Promise<void> {
  // Each connection is another client, so that none exceeds its limit.
  for (let client = 0; !load.isOver; client++) {
    const headers = { "x-forwarded-for": `10.${index}.${(client >> 8) & 255}.${client & 255}` };
    using connection = await Connection.open(load.port);
    for (let i = 0; i < REQUESTS_EACH; i++) {
      const { status } = await connection.get("/api/v1/uptime", headers);
      load[status === 200 ? "answered" : "lost"]++;
    }
    if (load.pauseMs > 0) await sleep(load.pauseMs);
  }
}

/** The document with the configuration, so that it is tried as operators copy it. */
const DOCUMENT = new URL("../../docs/self-hosting.md", import.meta.url);

/** Starts nginx in front of several processes on one port. */
async function startRepeatingProxy(origin: number): Promise<AsyncDisposable & { readonly port: number }> {
  const port = findFreePort();
  const folder = await Deno.makeTempDir({ prefix: "pawkit-restart-" });
  const [upstream] = (await Deno.readTextFile(DOCUMENT)).match(/upstream pawkit \{[^}]*max_fails=0[^}]*\}/) ?? [];
  if (upstream === undefined) throw new TypeError("Cannot use docs/self-hosting.md: it must have an upstream");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder};`);
  const location = 'location / { proxy_pass http://pawkit; proxy_http_version 1.1; proxy_set_header Connection ""; }';
  const text = `daemon off; user root; pid ${folder}/pid; error_log stderr; events {}
    http {
      access_log off; ${temporary.join(" ")}
      ${upstream.replaceAll(":8000", `:${origin}`)}
      server { listen 127.0.0.1:${port}; ${location} }
    }`;
  await Deno.writeTextFile(`${folder}/nginx.conf`, text);
  return await startProgram(["nginx", "-e", "stderr", "-c", `${folder}/nginx.conf`], { port, folder });
}
