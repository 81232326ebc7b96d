// deno-lint-ignore-file no-console -- its output is read by the benchmark
// One program filters one file repeatedly in its own process, so that its memory can be measured:
// deno run peers/filters.js <peer> <file> <format> <filter>. Prints milliseconds, megabytes and kilobytes.
// Package names are built at run time, because Jimp would add the types of an old Node to every type check.

import process from "node:process";

const BLUR = 5;

const PEERS = {
  async Pawkit({ format, filter }) {
    const { planPipeline } = await import("@pawkit/images");
    const { createPipeline } = await import("@pawkit/images/pipeline");
    const { probe } = await import("@pawkit/images/probe");
    const { modules } = await import("@pawkit/images/wasm");
    const run = createPipeline(modules);
    const limits = { maxPixels: 25e6, maxTotalPixels: 50e6, maxFrames: 1000 };
    const steps = [{ filter, values: { strength: BLUR } }];
    return async (source) => {
      const plan = planPipeline({ header: probe(source, limits), steps, format });
      return (await run({ source, plan })).bytes;
    };
  },
  async Jimp({ format, filter }) {
    const { Jimp } = await import(["npm:jimp", "1.6.1"].join("@"));
    return async (bytes) => {
      const image = await Jimp.read(bytes.slice().buffer);
      if (filter === "blur") image.blur(BLUR);
      else image[filter]();
      return await image.getBuffer(`image/${format}`, { quality: 90 });
    };
  },
  // Of our filters it only has invert; its encoders are native.
  async ImageScript({ format, filter }) {
    if (filter !== "invert") return undefined;
    const { decode } = await import(["npm:imagescript", "1.3.1"].join("@"));
    return async (bytes) => {
      const image = await decode(bytes, false);
      for (const frame of format === "gif" ? image : [image]) frame.invert();
      if (format === "jpeg") return await image.encodeJPEG(90);
      return await (format === "webp" ? image.encodeWEBP(90) : image.encode(format === "png" ? 1 : 90));
    };
  },
  async sharp({ format, filter }) {
    const { default: sharp } = await import(["npm:sharp", "0.35.5"].join("@"));
    // One thread, like ours. No cache, because it would hide the work.
    sharp.concurrency(1);
    sharp.cache(false);
    return async (bytes) => {
      const image = sharp(bytes, { animated: true });
      const filtered = filter === "blur"
        ? image.blur(BLUR)
        : filter === "invert"
        ? image.negate({ alpha: false })
        : image[filter]();
      return await filtered[format](format === "png" ? { compressionLevel: 6 } : { quality: 90 }).toBuffer();
    };
  },
};

const [peer, file, sourceFormat, filter] = Deno.args;
// AVIF can only be read here, and the others write it much more slowly than PNG.
const format = sourceFormat === "avif" ? "png" : sourceFormat;
const bytes = Deno.readFileSync(file);
const run = await PEERS[peer]({ format, filter });
console.log(JSON.stringify(run === undefined ? null : await measure(run)));
Deno.exit(0);

/** Returns the median of a few runs after a warm-up, in processor time, which other programs do not change. */
async function measure(run) {
  const times = [];
  let filtered = bytes;
  const start = performance.now();
  // The first run compiles, which is nothing beside a run of ten seconds.
  const isDone = () =>
    times.length >= (performance.now() - start > 10_000 ? 1 : performance.now() - start > 4000 ? 2 : 12);
  while (!isDone()) {
    const before = process.cpuUsage();
    filtered = await run(bytes);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  const warm = times.slice(times.length > 1 ? 1 : 0).sort((a, b) => a - b);
  return { ms: warm[warm.length >> 1], megabytes: readPeak(), kilobytes: filtered.length / 1000 };
}

function readPeak() {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(Deno.readTextFileSync("/proc/self/status")) ?? [];
  return Number(kilobytes) / 1024;
}
