// deno-lint-ignore-file no-console -- a script prints for the process that started it
import { join } from "@std/path";
import sharp from "sharp";
import { Points } from "@/lib/access/points.ts";
import { OperatorFolder } from "@/lib/content/operator_pictures/operator_folder.ts";
import { createFiles, type Files } from "@/lib/files/files.ts";
import { ListLookup } from "@/lib/files/lists/lookup.ts";
import { respondWithLogs } from "@/lib/files/logs_response.ts";
import { parseOperation, toPlanInput } from "@/lib/filters/request.ts";
import { createRunJob, readCpuMs } from "@/lib/workers/run_job.ts";
import { planPipeline } from "@pawkit/images";
import { readHeader } from "@pawkit/images/probe";
import { modules } from "@pawkit/images/wasm";
import { documentSchema } from "@/lib/launcher/document.ts";
import { LauncherData } from "@/lib/launcher/data.ts";
import { WaitingRoom } from "@/lib/workers/waiting_room.ts";
import { startApp } from "@/tests/app.ts";
import { withWorkshop } from "@/tests/lib/blocklist/fixture.ts";
import { createContext } from "@/tests/lib/http/context.ts";
import { FRESH, makeSample } from "@/tests/lib/launcher/fixtures.ts";
import { createMemory } from "@/tests/lib/workers/working.ts";
import { toTable } from "./machine.ts";
import { measureRequests } from "./requests.ts";

/** Something that can become more. */
interface Growing {
  /** What is counted, and what is done the first time and again. */
  readonly name: string;
  readonly counts: readonly number[];
  /** Creates as many, and measures the work on them. */
  readonly run: (count: number, measure: Measure) => Promise<void>;
}

/** Measures one piece of work, by its processor time. The first is that of the start, the second that of later ones. */
type Measure = (work: () => unknown) => Promise<void>;

const GROWING: Readonly<Record<string, Growing>> = {
  pictures: { name: "pictures of the operator: read all; add one", counts: [100, 1000, 10_000], run: runPictures },
  logFiles: { name: "log files: list; list again", counts: [100, 1000, 10_000], run: runLogFiles },
  logBytes: { name: "megabytes of a log: last lines; again", counts: [1, 10, 100], run: runLogBytes },
  listLines: {
    name: "lines of block lists: generate; explain a domain",
    counts: [1000, 10_000, 100_000],
    run: runLists,
  },
  releases: { name: "releases: read the document; updates", counts: [100, 1000, 10_000], run: runReleases },
  clients: { name: "clients: a request of each; one more", counts: [1000, 10_000, 100_000], run: runClients },
  connections: { name: "idle connections: open; a request", counts: [10, 100, 1000], run: runConnections },
  frames: { name: "frames of a GIF, 64 × 48: blur; again", counts: [5, 50, 500], run: runFrames },
  steps: { name: "steps of a chain, 1 MP: filter; again", counts: [1, 4, 8], run: runSteps },
};

/** The last rows: unlike the others, all of them come from one process, which is the whole service. */
const REQUESTS = { name: "mixed requests to the service", count: 200_000 };

/**
 * Measures how time and memory grow with what there is of something. `only` selects rows. Each figure comes from a
 * process of its own, because memory that was used is not returned at once.
 */
export async function benchGrowth(_against?: string, only = ""): Promise<string> {
  const rows = [["what: first; then", "count", "first, ms", "then, ms", "memory, MB"]];
  for (const [id, { name, counts }] of Object.entries(GROWING)) {
    if (!name.includes(only)) continue;
    for (const count of counts) {
      const args = [
        "run",
        "--lock=tests/deno.lock",
        "--no-check",
        "--allow-all",
        import.meta.filename!,
        id,
        `${count}`,
      ];
      const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), { args }).output();
      if (!success) throw new Error(`Cannot measure ${id}: ${new TextDecoder().decode(stderr)}`);
      const { times: [first = NaN, then = NaN], megabytes } = JSON.parse(new TextDecoder().decode(stdout));
      rows.push([name, count.toLocaleString("en"), first.toFixed(1), then.toFixed(1), megabytes.toFixed(0)]);
    }
  }
  if (REQUESTS.name.includes(only)) {
    for (const { count, megabytes } of await measureRequests(REQUESTS.count)) {
      rows.push([REQUESTS.name, count.toLocaleString("en"), "", "", megabytes.toFixed(0)]);
    }
  }
  return toTable(rows);
}

/** Runs one figure, and prints it. */
async function runOne(id: string, count: number): Promise<void> {
  const times: number[] = [];
  await GROWING[id]!.run(count, async (work) => {
    // The clock of a thread has steps of 10 ms: short work is repeated. The first is done once.
    const repetitions = times.length === 0 ? 1 : 20;
    const startMs = readCpuMs();
    for (let i = 0; i < repetitions; i++) await work();
    times.push((readCpuMs() - startMs) / repetitions);
  });
  console.log(JSON.stringify({ times, megabytes: Deno.memoryUsage().rss / 1e6 }));
}

async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function runPictures(count: number, measure: Measure): Promise<void> {
  return withFolder(async (folder) => {
    const cats = join(folder, "animals/cat");
    await Deno.mkdir(cats, { recursive: true });
    const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } }).png().toBuffer();
    let next = 0;
    // Bytes after the end of the picture make each a different one.
    const add = () => {
      const path = join(cats, `${next}.png`);
      Deno.writeFileSync(path, new Uint8Array([...png, ...new Uint8Array(Uint32Array.of(next++).buffer)]));
      Deno.utimeSync(path, 1_600_000_000, 1_600_000_000);
    };
    for (let i = 0; i < count; i++) add();
    const operatorFolder = new OperatorFolder({ folder, warn() {}, onChange() {} });
    await measure(() => operatorFolder.refresh());
    await measure(() => {
      add();
      return operatorFolder.refresh();
    });
  });
}

function withLogs(use: (logsDir: string, files: Files) => Promise<void>): Promise<void> {
  return withFolder((folder) => {
    const address = { trustProxy: 0, baseUrl: undefined };
    const room = new WaitingRoom();
    return use(folder, createFiles({ generatedDir: folder, logsDir: folder, address, memory: createMemory(), room }));
  });
}

function runLogFiles(count: number, measure: Measure): Promise<void> {
  return withLogs(async (folder, files) => {
    for (let i = 0; i < count; i++) Deno.writeTextFileSync(join(folder, `${i}.log`), "line\n");
    const list = async () => await (await respondWithLogs(createContext(new Request("http://x/")), files)).text();
    await measure(list);
    await measure(list);
  });
}

function runLogBytes(count: number, measure: Measure): Promise<void> {
  return withLogs(async (folder, files) => {
    const megabyte = new Uint8Array(1_000_000).fill(120).map((byte, i) => i % 100 === 99 ? 10 : byte);
    for (let i = 0; i < count; i++) Deno.writeFileSync(join(folder, "a.log"), megabyte, { append: true });
    const tail = async () => {
      await (await respondWithLogs(createContext(new Request("http://x/")), files, "a.log")).text();
    };
    await measure(tail);
    await measure(tail);
  });
}

function runLists(count: number, measure: Measure): Promise<void> {
  return withWorkshop(async (workshop) => {
    await workshop.source("a.txt", Array.from({ length: count }, (_, i) => `host${i}.example.com\n`).join(""));
    await workshop.source("b.txt", "other.example\n");
    await workshop.source("allow.txt", "good.example\n");
    await measure(() => workshop.run());
    const lookup = new ListLookup(workshop.out);
    await measure(() => lookup.explain(`host${count >> 1}.example.com`));
  });
}

async function runReleases(count: number, measure: Measure): Promise<void> {
  const sample = makeSample();
  const release = sample.applications.launcher.releases.at(-1)!;
  sample.applications.launcher.releases = Array.from(
    { length: count },
    (_, i) => ({ ...release, version: `9.0.${i}` }),
  );
  let data: LauncherData | undefined;
  await measure(() => data = new LauncherData(documentSchema.parse({ ...sample, daily: [] }), FRESH));
  await measure(() => JSON.stringify(data?.updates({ version: "8.0.0", channel: "stable", platform: "windows" })));
}

async function runClients(count: number, measure: Measure): Promise<void> {
  const points = new Points({ limit: 1200 });
  await measure(() => {
    for (let i = 0; i < count; i++) points.take(`client ${i}`);
  });
  await measure(() => points.take("client 0"));
}

async function runConnections(count: number, measure: Measure): Promise<void> {
  await using app = await startApp();
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => app.handle(request));
  const { port } = server.addr;
  const connections: Deno.TcpConn[] = [];
  await measure(async () => {
    for (let i = 0; i < count; i++) connections.push(await Deno.connect({ port, hostname: "127.0.0.1" }));
  });
  await measure(async () => await (await fetch(`http://127.0.0.1:${port}/api/v1/uptime`)).text());
  for (const connection of connections) connection.close();
}

async function runFrames(count: number, measure: Measure): Promise<void> {
  const [width, height] = [64, 48];
  const pixels = new Uint8Array(width * height * count * 3).map((_, i) => (i * 7919) >> 5);
  const raw = { width, height: height * count, channels: 3, pageHeight: height } as const;
  await measureChain("blur", new Uint8Array(await sharp(pixels, { raw }).gif().toBuffer()), measure);
}

async function runSteps(count: number, measure: Measure): Promise<void> {
  const create = { width: 1000, height: 1000, channels: 3, background: "red" } as const;
  const bytes = new Uint8Array(await sharp({ create }).png().toBuffer());
  await measureChain(Array(count).fill("sepia").join(","), bytes, measure);
}

async function measureChain(chain: string, bytes: Uint8Array<ArrayBuffer>, measure: Measure): Promise<void> {
  const runJob = createRunJob(modules);
  const header = readHeader(bytes);
  const plan = planPipeline(toPlanInput(header, parseOperation(chain, new URLSearchParams())));
  const filter = async () => {
    const ended = await runJob({ source: bytes.slice(), plan });
    if ("error" in ended) throw ended.error;
  };
  await measure(filter);
  await measure(filter);
}

if (import.meta.main) {
  const [id = "", count] = Deno.args;
  await runOne(id, Number(count));
  Deno.exit(0);
}
