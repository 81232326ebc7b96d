// deno-lint-ignore-file no-console -- a script prints for the person who started it
import { parseArgs } from "node:util";
import { sleep } from "@/lib/async/deadline.ts";
import { describeMachine, toTable } from "@/tests/bench/machine.ts";
import { sendChunks } from "@/tests/load/chunked_upload.ts";
import { Connection } from "@/tests/load/connection.ts";
import { askRedis, type RedisServer, startRedis } from "@/tests/load/redis_server.ts";
import { startHelper, startTarget } from "@/tests/load/strangers/processes.ts";
import { createKinds, type Kind } from "./requests.ts";
import { readMainMs, readProcessorTime } from "./usage.ts";

/** What a point may cost, in milliseconds of processor time: of the main thread, and of all threads. */
const MAX_MAIN_MS = 2, MAX_ALL_MS = 25;

/** The longest that other callers may wait. */
const MAX_PIECE_MS = 25;

/**
 * How often the longest piece is measured. The least of the results counts, because the others contain disturbances.
 */
const PIECE_ROUNDS = 2;

/** How long to wait for an answer. */
const TIMEOUT_MS = 100_000;

/** How long to wait for an answer to an upload in small chunks. */
const CHUNKS_MS = 10_000;

/** How long to wait for the end of the work. */
const IDLE_MS = 10_000;

/** Instead of the status of an answer. */
const LOST = "none";

/** So many points that no request is refused. */
const LIMIT = 1_000_000_000;

interface Service {
  readonly pid: number;
  readonly port: number;
  /** Where the service adds what clients have spent: its own buckets fill again. */
  readonly redis: RedisServer;
}

/**
 * Measures what each point costs: sends every kind of request to a real process, and divides the processor time by the
 * points that the service charges. `deno task load points JPEG GIF` measures only those whose names contain
 * "JPEG" or "GIF", `--against <checkout>` another checkout. Returns the exit code: 1 if a point costs too much.
 */
export async function measurePoints(args: readonly string[]): Promise<number> {
  const options = { against: { type: "string", default: "." } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  await using redis = await startRedis();
  const settings = { RATE_LIMIT: `${LIMIT}`, STATE_URL: redis.url };
  const target = await startTarget(await Deno.realPath(values.against), settings);
  using sources = startHelper("sources.ts");
  const logFile = "access-2020-01-01.log";
  await Deno.writeTextFile(`${target.logsDir}/${logFile}`, `{"path":"/${"a".repeat(90)}"}\n`.repeat(5000));
  const growingLog = "access-2020-01-02.log";
  await writeGrowingLog(`${target.logsDir}/${growingLog}`);
  const kinds = await createKinds({ ...target, logFile, growingLog, sourcePort: await sources.firstLine });
  const isChosen = ({ name }: Kind) => positionals.length === 0 || positionals.some((text) => name.includes(text));
  const rows: Row[] = [];
  for (const kind of kinds.filter(isChosen)) {
    const row = await measure({ pid: target.pid, port: target.port, redis }, kind, kinds.indexOf(kind));
    rows.push(row);
    console.error(row.cells.join(" | "));
  }
  await target.stop();
  const head = ["request", "answer", "points", "main ms", "a point", "longest piece", "all threads ms", "a point"];
  console.log(`${describeMachine()}\n\n${toTable([head, ...rows.map(({ cells }) => cells)])}\n`);
  const misses = rows.filter(({ isHeld }) => !isHeld).length;
  const limits =
    `${MAX_MAIN_MS} ms of the main thread a point, ${MAX_PIECE_MS} in one piece, ${MAX_ALL_MS} of all threads`;
  console.log(`${misses} of ${rows.length} rows are above a limit (${limits}), in bold.`);
  return misses === 0 ? 0 : 1;
}

/** Creates an empty log of 256 MiB, the default of LOG_MAX_BYTES. Its time is never in the past, as if it grew. */
async function writeGrowingLog(path: string): Promise<void> {
  await Deno.writeFile(path, new Uint8Array());
  await Deno.truncate(path, 256 * 2 ** 20);
  const tomorrow = Date.now() / 1000 + 86_400;
  await Deno.utime(path, tomorrow, tomorrow);
}

interface Row {
  readonly cells: string[];
  readonly isHeld: boolean;
}

async function measure(service: Service, kind: Kind, index: number): Promise<Row> {
  // Each measurement has its own client, and thereby all points.
  const toClient = (round: number) => `10.${round}.${index >> 8}.${index & 255}`;
  const { times } = kind;
  // Code is compiled when it has run often. What runs once takes too long for that to matter.
  if (times > 1) await sendAll(service, { ...kind, times: Math.min(times, 20) }, toClient(0), 0);
  const { status, points, main, all } = await measureTimes(service, kind, toClient(10));
  const pieces: number[] = [];
  // What is sent once takes long, and is disturbed less.
  for (let round = 0; round < (times > 1 ? PIECE_ROUNDS : 1); round++) {
    const few = { ...kind, times: Math.min(times, 10) };
    pieces.push(await measurePiece(service, () => sendAll(service, few, toClient(2 + round), 220 + 10 * round)));
    await waitUntilIdle(service.pid);
  }
  const figures = [
    { text: main.toFixed(2), isHeld: true },
    toFigure(main / points, points > 0 ? MAX_MAIN_MS : Infinity, 2),
    toFigure(Math.min(...pieces), MAX_PIECE_MS, 1),
    { text: all.toFixed(1), isHeld: true },
    toFigure(all / points, points > 0 ? MAX_ALL_MS : Infinity, 1),
  ];
  const cells = [kind.name, status, points.toFixed(0), ...figures.map(({ text }) => text)];
  return { cells, isHeld: figures.every(({ isHeld }) => isHeld) };
}

interface Times {
  readonly status: string;
  /** Of each request, like the processor times. */
  readonly points: number;
  readonly main: number;
  readonly all: number;
}

async function measureTimes(service: Service, kind: Kind, client: string): Promise<Times> {
  await waitUntilIdle(service.pid);
  const before = readProcessorTime(service.pid);
  const status = await sendAll(service, kind, client, 20);
  await waitUntilIdle(service.pid);
  const after = readProcessorTime(service.pid);
  return {
    status,
    points: await readSpentPoints(service, client) / kind.times,
    main: (after.main - before.main) / kind.times,
    all: (after.all - before.all) / kind.times,
  };
}

function toFigure(value: number, limit: number, digits: number): { text: string; isHeld: boolean } {
  const text = Number.isFinite(value) ? value.toFixed(digits) : "–";
  return value > limit && limit < Infinity ? { text: `**${text}**`, isHeld: false } : { text, isHeld: true };
}

/** Sends the requests of a kind, at once or one after the other. Returns how often each status was the answer. */
async function sendAll(service: Service, kind: Kind, client: string, first: number): Promise<string> {
  const counts = new Map<string, number>();
  const sending: Promise<string>[] = [];
  for (let n = 0; n < kind.times; n++) {
    sending.push(send(service.port, kind, client, first + n).catch(() => LOST));
    if (!kind.isAtOnce) await sending[n];
  }
  for (const status of await Promise.all(sending)) {
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return [...counts].map(([status, count]) => counts.size === 1 ? status : `${count} × ${status}`).join(", ");
}

const CLIENT = Deno.createHttpClient({ allowHost: true });

async function send(port: number, { path, headers, body }: Kind, client: string, n: number): Promise<string> {
  const all: Record<string, string> = { ...headers, "x-forwarded-for": client };
  if (all.host !== undefined) all.host = `${client}.${n}.example`;
  const isChunked = body !== undefined && !(body instanceof Uint8Array);
  const signal = AbortSignal.timeout(isChunked ? CHUNKS_MS : TIMEOUT_MS);
  if (isChunked) {
    return `${await sendChunks({ port, path: path(n), headers: all, chunks: body, signal }) || LOST}`;
  }
  const response = await fetch(`http://127.0.0.1:${port}${path(n)}`, {
    headers: all,
    ...(body && { method: "POST", body }),
    signal,
    client: CLIENT,
  });
  const bytes = await response.bytes();
  if (response.ok) return `${response.status}`;
  return `${response.status} ${/"code":\s*"(\w+)"/.exec(new TextDecoder().decode(bytes))?.[1] ?? ""}`.trim();
}

/** Returns the points that a client has spent. */
async function readSpentPoints({ port, redis }: Service, client: string): Promise<number> {
  // Points of all clients are added together, so those of this one are there when those of a later one are.
  const later = client.replace(/^10\./, "11.");
  await (await fetch(`http://127.0.0.1:${port}/api/v1/version`, { headers: { "x-forwarded-for": later } })).text();
  const read = (name: string) => askRedis(redis, "get", `pawkit:points:${name}`);
  while (await read(later) === "") await sleep(50);
  return Number(await read(client));
}

/**
 * Returns the most processor time that the main thread used while a cheap request of somebody else waited for it. This
 * is how long that caller would wait on an idle machine, and it does not depend on what else the machine does.
 */
async function measurePiece({ pid, port }: Service, run: () => Promise<unknown>): Promise<number> {
  using connection = await Connection.open(port);
  let isOver = false;
  let longest = 0;
  // A little longer, because the end of a connection takes time as well.
  const running = run().then(() => sleep(200)).finally(() => isOver = true);
  while (!isOver) {
    const before = readMainMs(pid);
    await connection.get("/healthz");
    longest = Math.max(longest, readMainMs(pid) - before);
  }
  await running;
  return longest;
}

/** Waits until the process does nothing more, because work may continue after its answer. */
async function waitUntilIdle(pid: number): Promise<void> {
  const until = performance.now() + IDLE_MS;
  for (let before = -1, now = 0; now > before && performance.now() < until; now = readProcessorTime(pid).all) {
    before = readProcessorTime(pid).all;
    await sleep(100);
  }
}
