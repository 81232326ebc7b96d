import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { join } from "@std/path";
import manifest from "@/deno.json" with { type: "json" };
import type { EndedJob, Job, JobResult, JobWorker } from "@/lib/workers/job.ts";
import type { Reached } from "./probe_worker.ts";
import { canSandbox, startWorker } from "@/lib/workers/start_worker.ts";
import { CancelledError, type Header, planPipeline, WRITABLE_FORMATS } from "@pawkit/images";
import { probe } from "@pawkit/images/probe";
import { modules } from "@pawkit/images/wasm";
import { replaceWorker } from "./other_workers.ts";

const LIMITS = { maxPixels: 100, maxTotalPixels: 100, maxFrames: 1 };

Deno.test({
  name: "startWorker() starts a worker with a low priority, and leaves that of the main thread",
  // Elsewhere, the service sets no priority.
  ignore: Deno.build.os !== "linux",
  async fn() {
    const script = import.meta.resolve("./print_niceness.ts");
    const args = ["run", "--allow-all", "--no-check", "--cached-only", script];
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
    assertEquals(code, 0, new TextDecoder().decode(stderr));
    const { before, after, isMainUnchanged } = JSON.parse(new TextDecoder().decode(stdout));
    assertEquals([after > before, isMainUnchanged], [true, true]);
  },
});

Deno.test("startWorker() starts a worker that reaches no file, variable, network or program", async () => {
  const { removed, byGlobals, byImports } = await probeWorker();
  assertEquals(byGlobals, []);
  assertEquals(removed, [
    "BroadcastChannel",
    "Deno",
    "EventSource",
    "WebSocket",
    "WebSocketStream",
    "WebTransport",
    "Worker",
    "caches",
    "fetch",
    "navigator",
  ]);
  // The limit of Deno that docs/security.md states.
  assertEquals(byImports, [
    "fs.writeSync to the console",
    "process.kill",
    "v8.setFlagsFromString",
    "worker_threads.BroadcastChannel",
    "worker_threads.Worker",
  ]);
  // The process itself has lost nothing.
  assertEquals(Deno.permissions.querySync({ name: "sys", kind: "setPriority" }).state, "granted");
});

/** Returns what a worker of the service reaches. */
async function probeWorker(): Promise<Reached> {
  const started: Worker[] = [];
  using _probes = replaceWorker(
    class extends Worker {
      constructor(_url: string | URL, options?: WorkerOptions) {
        super(new URL("./probe_worker.ts", import.meta.url), options);
        started.push(this);
      }
    },
  );
  const worker = await startWorker(modules, true);
  const [probe] = started as [Worker];
  const { promise, resolve } = Promise.withResolvers<Reached>();
  probe.onmessage = ({ data }) => "removed" in data && resolve(data);
  probe.postMessage({ probe: true });
  return await promise.finally(() => worker.close());
}

const SQUARE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>`;

for (const isSandboxed of [true, false]) {
  Deno.test(`startWorker() filters and draws every format ${isSandboxed ? "without" : "with"} permissions`, async () => {
    const worker = await startWorker(modules, isSandboxed);
    for (const format of ["png", "webp", "jpeg"] as const) {
      const { bytes } = await run(worker, { svg: SQUARE, width: 8, format });
      for (const target of WRITABLE_FORMATS) {
        const steps = [{ filter: "blur", values: { strength: 2 } }] as const;
        const plan = planPipeline({ header: probe(bytes, LIMITS), steps, format: target });
        const { bytes: source } = await run(worker, { source: bytes.slice(), plan });
        const again = planPipeline({ header: probe(source, LIMITS), steps: [{ filter: "invert", values: {} }] });
        assertEquals((await run(worker, { source, plan: again })).format, target);
      }
    }
    worker.close();
  });
}

/** Runs a job that succeeds. */
async function run(worker: JobWorker, job: Job): Promise<JobResult> {
  const ended = await worker.run(job);
  if ("error" in ended) throw ended.error;
  return ended.result;
}

/** Draws a picture that takes long to filter, as a PNG. */
async function drawLarge(worker: JobWorker): Promise<{ bytes: Uint8Array<ArrayBuffer>; header: Header }> {
  const { bytes } = await run(worker, { svg: SQUARE, width: 2000, format: "png" });
  return { bytes, header: probe(bytes, { maxPixels: 4e6, maxTotalPixels: 4e6, maxFrames: 1 }) };
}

Deno.test("startWorker() reports the processor time of a job, also of one that fails", async () => {
  const worker = await startWorker(modules, true);
  const { bytes, header } = await drawLarge(worker);
  const steps = [{ filter: "blur", values: { strength: 9 } }] as const;
  const good = await worker.run({ source: bytes.slice(), plan: planPipeline({ header, steps }) });
  // A header of another file, which is noticed when all pixels are decoded.
  const other = planPipeline({ header: { ...header, height: header.height - 1 }, steps });
  let bad: EndedJob;
  // The clock has steps of 10 ms, and a fast machine may need less to decode four million pixels.
  do bad = await worker.run({ source: bytes.slice(), plan: other }); while (bad.cpuMs === 0);
  assertEquals(["result" in good, "error" in bad], [true, true]);
  assertEquals([good.cpuMs, bad.cpuMs].map((ms) => ms > 0 && ms < 600_000), [true, true]);
  worker.close();
});

Deno.test("startWorker() ends a job that is cancelled, and runs the next one", async () => {
  const worker = await startWorker(modules, true);
  const { bytes, header } = await drawLarge(worker);
  // It looks for the flag between its eight steps, so the flag is set in time wherever the job has got to by then.
  const steps = Array(8).fill({ filter: "blur", values: { strength: 200 } });
  const cancelled = worker.run({ source: bytes, plan: planPipeline({ header, steps }) });
  worker.cancel();
  const ended = await cancelled;
  assertInstanceOf("error" in ended && ended.error, CancelledError);
  assertEquals((await run(worker, { svg: SQUARE, width: 8, format: "png" })).format, "png");
  worker.close();
});

Deno.test("startWorker() starts a worker whose next job fails if it has ended between two jobs", async () => {
  using _fragile = replaceWorker(
    class extends Worker {
      constructor() {
        super("data:text/javascript,", { type: "module" });
      }

      override postMessage() {
        queueMicrotask(() => {
          this.dispatchEvent(new MessageEvent("message", { data: { ready: true } }));
          this.dispatchEvent(new ErrorEvent("error", { message: "crashed", cancelable: true }));
        });
      }
    },
  );
  const worker = await startWorker(modules, true);
  const job: Job = { svg: SQUARE, width: 8, format: "png" };
  assertEquals(worker.hasEnded, true);
  await assertRejects(() => worker.run(job), Error, "crashed");
  worker.close();
});

Deno.test("startWorker() transfers the bytes of a picture instead of copying them", async () => {
  const worker = await startWorker(modules, true);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>`;
  const { bytes } = await run(worker, { svg, width: 8, format: "png" });
  const plan = planPipeline({ header: probe(bytes, LIMITS), steps: [{ filter: "invert", values: {} }] });
  const { etag } = await run(worker, { source: bytes.slice(), plan });
  assertEquals([(await run(worker, { source: bytes, plan })).etag, bytes.length], [etag, 0]);
  worker.close();
});

Deno.test("canSandbox() is false where Deno would end the process, and filters work there", async () => {
  const script = import.meta.resolve("./filter_once.ts");
  // Without deno.json nothing unstable is enabled, and the names of the packages are unknown.
  const folder = await Deno.makeTempDir();
  const [map, lock] = [join(folder, "imports.json"), join(folder, "deno.lock")];
  await Deno.writeTextFile(map, JSON.stringify({ imports: await listNames() }));
  // A copy, because Deno writes to it. All that the script imports was loaded for this test.
  await Deno.copyFile(new URL("../../deno.lock", import.meta.url), lock);
  const options = ["--allow-all", "--no-check", "--no-config", "--cached-only", `--lock=${lock}`];
  const args = ["run", ...options, `--import-map=${map}`, script];
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  assertEquals([code, new TextDecoder().decode(stdout).trim()], [0, "false png"], new TextDecoder().decode(stderr));
  assertEquals([canSandbox(), canSandbox(true)], [true, false]);
  await Deno.remove(folder, { recursive: true });
});

/** Returns where every name leads that the service imports. */
async function listNames(): Promise<Record<string, string>> {
  const root = import.meta.resolve("../../../");
  const { name, exports, imports } = JSON.parse(await Deno.readTextFile(new URL("lib/images/deno.json", root)));
  const exported = Object.entries<string>(exports).map(([path, file]) => [join(name, path), `./lib/images/${file}`]);
  const names = Object.entries<string>({ ...manifest.imports, ...imports, ...Object.fromEntries(exported) });
  return Object.fromEntries(names.map(([key, to]) => [key, to.startsWith("./") ? new URL(to, root).href : to]));
}
