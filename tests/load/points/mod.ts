// deno-lint-ignore-file no-console -- a script prints for the person who started it
import { parseArgs } from "node:util";
import { sleep } from "@/lib/async/deadline.ts";
import { describeMachine, toTable } from "@/tests/bench/machine.ts";
import { sendChunks } from "@/tests/load/chunked_upload.ts";
import { Connection } from "@/tests/load/connection.ts";
import { LARGE_LOG, startHelper, startTarget } from "@/tests/load/strangers/processes.ts";
import { writeGenerated } from "./generated.ts";
import { createKinds, type Kind } from "./requests.ts";
import { LIMIT, measureSpent } from "./spent.ts";
import { readMainMs, readProcessorTime } from "./usage.ts";

/** What a point may cost, in milliseconds of processor time: of the main thread, and of all threads. */
const MAX_MAIN_MS = 2, MAX_ALL_MS = 25;

/** What a refused request may cost: it takes no point. */
const MAX_REFUSED_MS = 0.5;

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

interface Service {
  readonly pid: number;
  readonly port: number;
}

/**
 * Measures what each point costs: sends every kind of request to a real process, and divides the processor time by the
 * points that the service charges. `deno task load points JPEG GIF` measures only those whose names contain
 * "JPEG" or "GIF", `--against <checkout>` another checkout. Returns the exit code: 1 if a point costs too much.
 */
export async function measurePoints(args: readonly string[]): Promise<number> {
  const options = { against: { type: "string", default: "." } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const checkout = await Deno.realPath(values.against);
  const generated = await writeGenerated(`${checkout}/static/generated`);
  const target = await startTarget(checkout, { RATE_LIMIT: `${LIMIT}`, GENERATED_DIR: generated.dir });
  using sources = startHelper("sources.ts");
  const logFile = "access-2020-01-01.log";
  await Deno.writeTextFile(`${target.logsDir}/${logFile}`, `{"path":"/${"a".repeat(90)}"}\n`.repeat(5000));
  const files = { logFile, largeLog: LARGE_LOG, largeList: generated.largeList };
  const kinds = await createKinds({ ...target, ...files, sourcePort: await sources.firstLine });
  const isChosen = ({ name }: Kind) => positionals.length === 0 || positionals.some((text) => name.includes(text));
  // Its clients get one point a second, so that nearly all of their requests are refused.
  const strict = await startTarget(checkout, { RATE_LIMIT: "60" });
  const rows: Row[] = [];
  for (const kind of kinds.filter(isChosen)) {
    const row = await measure(kind.isRefused ? strict : target, kind, kinds.indexOf(kind));
    rows.push(row);
    console.error(row.cells.join(" | "));
  }
  await target.stop();
  await strict.stop();
  await Deno.remove(generated.dir, { recursive: true });
  const head = ["request", "answer", "points", "main ms", "a point", "longest piece", "all threads ms", "a point"];
  console.log(`${describeMachine()}\n\n${toTable([head, ...rows.map(({ cells }) => cells)])}\n`);
  const misses = rows.filter(({ isHeld }) => !isHeld).length;
  const limits =
    `${MAX_MAIN_MS} ms of the main thread a point, ${MAX_PIECE_MS} in one piece, ${MAX_ALL_MS} of all threads`;
  console.log(`${misses} of ${rows.length} rows are above a limit (${limits}), in bold.`);
  return misses === 0 ? 0 : 1;
}

interface Row {
  readonly cells: string[];
  readonly isHeld: boolean;
}

async function measure(service: Service, kind: Kind, index: number): Promise<Row> {
  // Each measurement has its own client, and thereby a full bucket.
  const toClient = (round: number) => `10.${round}.${index >> 8}.${index & 255}`;
  const { times, isRefused, isOperator } = kind;
  if (isRefused) { for (let round = 0; round < 2 + PIECE_ROUNDS; round++) await spendAll(service, toClient(round)); }
  // Code is compiled when it has run often. What runs once takes too long for that to matter.
  if (times > 1) await sendAll(service, { ...kind, times: Math.min(times, 20) }, toClient(0), 0);
  const { status, points, main, all } = await measureTimes(service, kind, toClient(1));
  const pieces: number[] = [];
  // What is sent once takes long, and is disturbed less.
  for (let round = 0; round < (times > 1 ? PIECE_ROUNDS : 1); round++) {
    const few = { ...kind, times: Math.min(times, 10) };
    pieces.push(await measurePiece(service, () => sendAll(service, few, toClient(2 + round), 220 + 10 * round)));
    await waitUntilIdle(service.pid);
  }
  const limit = (ms: number) => isOperator ? Infinity : ms;
  const figures = [
    toFigure(main, isRefused ? MAX_REFUSED_MS : Infinity, 2),
    toFigure(main / points, limit(MAX_MAIN_MS), 2),
    toFigure(Math.min(...pieces), limit(MAX_PIECE_MS), 1),
    toFigure(all, Infinity, 1),
    toFigure(all / points, limit(MAX_ALL_MS), 1),
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
  let status = "", before = readProcessorTime(service.pid), after = before;
  const run = async () => {
    await waitUntilIdle(service.pid);
    before = readProcessorTime(service.pid);
    status = await sendAll(service, kind, client, 20);
    await waitUntilIdle(service.pid);
    after = readProcessorTime(service.pid);
    return 0;
  };
  const spent = kind.isRefused ? await run() : await measureSpent(service.port, client, run);
  return {
    status,
    points: Math.round(spent / kind.times),
    main: (after.main - before.main) / kind.times,
    all: (after.all - before.all) / kind.times,
  };
}

/** Sends requests of one point each until the client has none left. */
async function spendAll({ port }: Service, client: string): Promise<void> {
  using connection = await Connection.open(port);
  while ((await connection.get("/api/v1/version", { "x-forwarded-for": client })).status !== 429);
}

function toFigure(value: number, limit: number, digits: number): { text: string; isHeld: boolean } {
  const text = Number.isFinite(value) ? value.toFixed(digits) : "–";
  // Without points there is nothing to divide by.
  return value > limit && Number.isFinite(value) ? { text: `**${text}**`, isHeld: false } : { text, isHeld: true };
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
  if (!response.ok) return `${response.status} ${/"code":\s*"(\w+)"/.exec(await response.text())?.[1] ?? ""}`.trim();
  // Read and dropped, because a log has 256 MiB.
  await response.body?.pipeTo(new WritableStream());
  return `${response.status}`;
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
