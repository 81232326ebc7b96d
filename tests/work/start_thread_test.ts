import { assert, assertEquals, assertRejects } from "@std/assert";
import { Bucket } from "@/lib/access/bucket.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { FilterJob } from "@/lib/work/job.ts";
import { startThread } from "@/lib/work/start_thread.ts";
import { Work } from "@/lib/work/work.ts";
import { plan, probe } from "@pawkit/images";
import { request, settle, TestClock } from "./clock.ts";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><circle cx="4" cy="2" r="2" fill="#f00"/></svg>';
const SMALL = { svg: SVG, width: 16, format: "png" } as const;
const LONG_STEPS = ["blur:50", "blur:60", "blur:70"];

/** Work in real threads, on a clock that stands still, so that a busy machine changes nothing. */
class TestWork extends Work implements Disposable {
  constructor(readonly clock: TestClock = new TestClock()) {
    const limits = { workers: 3, memoryBudget: 2 ** 29, isSmallMachine: false, isDenoDeploy: false, cores: 2 };
    super({ ...limits, bucket: new Bucket(undefined), onStuck() {}, clock });
  }

  filterOf(client: string, job: FilterJob) {
    const load = () => Promise.resolve({ job, pixels: 1, bytes: 1, find: () => undefined });
    return this.filter<never>(client, request(), load);
  }

  [Symbol.dispose]() {
    this.close();
  }
}

Deno.test("threads draw every format, and text", async () => {
  using work = new TestWork();
  for (const format of ["png", "webp", "jpeg"] as const) {
    const { width, height, ...header } = probe(
      await work.draw("a", request(), () => ({ ...SMALL, format, radius: "max" })),
    );
    assertEquals([header.format, width, height], [format, 16, 8]);
  }
  const text = await work.draw("a", request(), () => ({ svg: SVG, format: "txt", columns: 8, colors: "all" }));
  assert(new TextDecoder().decode(text).includes("\x1b[38;2;255;0;0m"));
});

Deno.test("threads filter a file as they filter the animal that it shows, and get its bytes without a copy", async () => {
  using work = new TestWork();
  const file = await work.draw("a", request(), () => SMALL);
  const steps = ["invert", "rotate"], options = { width: 8, format: "webp" } as const;
  const ofAnimal = await work.filterOf("a", { source: SMALL, steps, options });
  const { format, width, height } = plan(probe(file), steps, options);
  const ofFile = await work.filterOf("a", { source: file, steps, options });
  assert("result" in ofAnimal && "result" in ofFile);
  assertEquals({ ...ofFile.result, jobMs: 0 }, { ...ofAnimal.result, jobMs: 0 });
  const { result } = ofFile;
  assertEquals([result.format, result.width, result.height, result.truncated], [format, width, height, false]);
  assertEquals(file.length, 0);
});

Deno.test("threads report a damaged picture with its code, and go on", async () => {
  using work = new TestWork();
  const file = await work.draw("a", request(), () => SMALL);
  const broken = work.filterOf("a", { source: file.slice(0, 40), steps: ["invert"] });
  const { code } = await assertRejects(() => broken, ApiError);
  assertEquals(code, "broken_image");
  assert("result" in await work.filterOf("a", { source: file, steps: ["invert"] }));
});

Deno.test("startThread() starts a thread that rejects what it cannot run, and does not end the process", async () => {
  const thread = await startThread(false);
  const error = await assertRejects(
    () => thread.run({ svg: "<p>", width: 8, format: "png" }),
    Error,
    "Cannot run a job",
  );
  assert(!(error instanceof ApiError));
  thread.close();
});

Deno.test("startThread() starts a thread with the permissions of the process on Deno Deploy", async () => {
  const thread = await startThread(true);
  assertEquals(probe((await thread.run(SMALL)).bytes).width, 16);
  thread.close();
});

/** Starts a thread of the service that answers more messages. */
async function startProbe() {
  const original = globalThis.Worker;
  const workers: Worker[] = [];
  globalThis.Worker = class extends original {
    constructor(_url: string | URL, options?: WorkerOptions) {
      super(new URL("./probe_thread.ts", import.meta.url), options);
      workers.push(this);
    }
  };
  const thread = await startThread(false).finally(() => globalThis.Worker = original);
  return { thread, worker: workers[0]! };
}

Deno.test("startThread() starts a thread that reaches no file, variable, network or program", async () => {
  const { thread, worker } = await startProbe();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  worker.onmessage = ({ data }) => "reached" in data && resolve(data);
  worker.postMessage({ probe: true });
  assertEquals(await promise, { reached: [], globals: [] });
  thread.close();
});

Deno.test("startThread() starts a thread that does not end the process when it crashes", async () => {
  const { thread, worker } = await startProbe();
  const { promise, resolve } = Promise.withResolvers<Event>();
  worker.addEventListener("error", resolve);
  worker.postMessage({ crash: true });
  assert((await promise).defaultPrevented);
  await assertRejects(() => thread.run(SMALL), Error, "crashed");
  thread.close();
});

Deno.test("Work.draw() makes a hundred drawings of one client at once", async () => {
  using work = new TestWork();
  const drawings = await Promise.all(Array.from({ length: 100 }, () => work.draw("a", request(), () => SMALL)));
  assertEquals(drawings.map((file) => probe(file).width), Array(100).fill(16));
});

Deno.test("Work neither filters nor draws after forty long filters of another client", async () => {
  using work = new TestWork();
  const source = { svg: SVG, width: 200, format: "png" } as const;
  const others = Array.from({ length: 40 }, () => work.filterOf("a", { source, steps: LONG_STEPS }));
  await settle();
  const drawn = work.draw("b", request(), () => SMALL);
  const filtered = work.filterOf("b", { source: SMALL, steps: ["invert"] });
  await settle();
  const { sources, filters, drawings } = work.status;
  assertEquals([filters.used, drawings.used, sources.waiting > 30], [3, 1, true]);
  await Promise.all([drawn, filtered, ...others]);
});

Deno.test("Work.filter() answers filter_timeout while its thread still runs, and the job keeps its place", async () => {
  using work = new TestWork();
  const source = { svg: SVG, width: 1500, format: "png" } as const;
  const late = [1, 2].map(() => work.filterOf("a", { source, steps: LONG_STEPS }));
  await settle();
  work.clock.pass(10_000);
  for (const each of late) {
    const { code } = await assertRejects(() => each, ApiError);
    assertEquals(code, "filter_timeout");
  }
  assertEquals([work.status.filters.used, work.status.sources.used], [2, 0]);
  // The client has all of its places, so the next job runs when one of these has ended.
  assert("result" in await work.filterOf("a", { source: SMALL, steps: ["invert"] }));
});
