// deno-lint-ignore-file no-console -- a script prints for the person who started it
import { constants, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { type Cost, estimateFilter } from "@/lib/workers/cost.ts";
import { parseOperation, toPlanInput } from "@/lib/filters/request.ts";
import { FILTERS, type Header, planPipeline, type WritableFormat } from "@pawkit/images";
import { readHeader } from "@pawkit/images/probe";
import { MEMORY_SETTINGS } from "@/lib/process/start.ts";
import { writeApng } from "@/lib/images/tests/codecs/apng_writer.ts";
import { writeBmp } from "@/lib/images/tests/codecs/bmp_writer.ts";
import { writeChunk, writePng } from "@/lib/images/tests/codecs/png_chunks.ts";
import { toStep } from "@/lib/images/tests/pictures.ts";
import { toTable } from "./machine.ts";

/** The estimate of memory is at least this many times what was measured. That of time is rough: it only orders jobs. */
const MIN_RATIO = 0.8;

/** A file, and the filters that are measured on it. */
interface Sample {
  readonly name: string;
  readonly create: () => Uint8Array | Promise<Uint8Array>;
  readonly jobs: readonly (readonly [chain: string, WritableFormat | "auto", width?: string])[];
}

/** What a job took, in milliseconds and bytes. */
interface Figures extends Cost {
  readonly decode: number;
  readonly filter: number;
  readonly encode: number;
}

const WIDTH = 4000, HEIGHT = 3000;

const SAMPLES: readonly Sample[] = [
  { name: "png flat", create: () => flat().png().toBuffer(), jobs: [["invert", "auto"]] },
  {
    name: "png photograph",
    create: () => photo().png().toBuffer(),
    jobs: [["invert", "auto"], ["blur", "auto"], ["resize", "auto", "400"], ["resize", "auto", "3600"]],
  },
  {
    name: "png noise, many Huffman blocks",
    create: () => blockyPng(2600, 2000),
    jobs: [["invert", "auto"], ["invert", "jpeg"]],
  },
  { name: "png 16 bit", create: () => photo().toColourspace("rgb16").png().toBuffer(), jobs: [["invert", "auto"]] },
  {
    name: "png 25 MP noise, 2 bit",
    create: () => blockyPng(5000, 5000, 2),
    jobs: [["blur", "webp"], ["normalize", "gif"], ["dither565", "auto"], ["invert", "jpeg"]],
  },
  {
    name: "png with alpha",
    create: () => photo(3000, 2000).ensureAlpha(0.5).png().toBuffer(),
    jobs: [...FILTERS.map(toStep), "blur:256"].map((chain) => [chain, "auto"]),
  },
  {
    name: "png 1 MP photograph",
    create: () => photo(1000, 1000).png().toBuffer(),
    jobs: [["invert", "auto"], ["invert", "webp"], ["blur", "jpeg"]],
  },
  {
    name: "png 1 MP noise",
    create: () => noise(1000, 1000).png().toBuffer(),
    jobs: [["invert", "webp"]],
  },
  {
    name: "jpeg photograph",
    create: () => photo().jpeg({ quality: 85 }).toBuffer(),
    jobs: [["invert", "auto"], ["rotate", "auto"], ["rotate", "webp"], ["invert,resize:2000", "auto"]],
  },
  {
    name: "jpeg noise",
    create: () => noise().jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer(),
    jobs: [
      ["invert", "auto"],
      ["blur", "auto"],
      ["invert", "webp"],
      ["resize", "auto", "400"],
      ["resize", "auto", "1900"],
      ["resize", "auto", "3900"],
    ],
  },
  {
    name: "jpeg noise, progressive",
    create: () => noise().jpeg({ quality: 95, progressive: true }).toBuffer(),
    jobs: [["invert", "auto"], ["resize", "auto", "400"], ["resize", "auto", "1900"]],
  },
  { name: "gif photograph", create: () => photo().gif({ effort: 3 }).toBuffer(), jobs: [["invert", "auto"]] },
  {
    name: "gif noise",
    create: () => noise().gif({ effort: 1 }).toBuffer(),
    jobs: [["blur", "auto"], ["blur", "png"], ["normalize", "auto"]],
  },
  { name: "webp photograph", create: () => photo().webp({ quality: 85 }).toBuffer(), jobs: [["invert", "auto"]] },
  {
    name: "webp noise",
    create: () => noise().webp({ quality: 95 }).toBuffer(),
    jobs: [["invert", "auto"], ["blur", "png"]],
  },
  {
    name: "webp lossless noise",
    create: () => noise(2600, 2000).webp({ lossless: true, effort: 0 }).toBuffer(),
    jobs: [["invert", "auto"]],
  },
  { name: "bmp", create: bmp, jobs: [["invert", "auto"]] },
  {
    name: "avif photograph",
    create: () => photo(2000, 1500).avif({ effort: 1 }).toBuffer(),
    jobs: [["invert", "auto"]],
  },
  {
    name: "avif noise",
    create: () => noise(2000, 1500).avif({ effort: 1, quality: 80 }).toBuffer(),
    jobs: [["invert", "auto"]],
  },
  {
    name: "avif with alpha",
    create: () => noise(2000, 1500).ensureAlpha(0.5).avif({ effort: 1 }).toBuffer(),
    jobs: [["invert", "auto"]],
  },
  {
    name: "apng 4 × 6 MP noise",
    create: () => apng(3000, 2000, 4),
    jobs: [["blur", "webp"], ["normalize", "auto"], ["invert", "gif"], ["normalize,normalize", "auto", "300"]],
  },
  {
    name: "gif 40 × 0.5 MP",
    create: () => animation("gif"),
    jobs: [["blur", "auto"], ["invert", "auto"], ["blur", "webp"], ["resize", "auto", "400"]],
  },
  {
    name: "gif 1,000 tiny frames",
    create: () => tinyFrames(1000),
    jobs: [["blur", "auto"], ["blur", "webp"], ["resize", "png", "10"]],
  },
  { name: "webp 20 × 0.5 MP", create: () => animation("webp", 20), jobs: [["blur", "auto"]] },
];

/**
 * Measures filters of the worst known files in a thread of the service, and compares the estimates of
 * `lib/workers/cost.ts` with what was measured. The last columns are the figures there that would follow. Only rows
 * whose names contain `only` are measured; returns nothing if there are none.
 */
export async function compareEstimates(only: string): Promise<string | undefined> {
  const file = await Deno.makeTempFile();
  const rows: string[][] = [];
  let misses = 0;
  for (const { name, create, jobs } of SAMPLES) {
    const selected = jobs.filter((job) => toRowName(name, job).includes(only));
    if (selected.length === 0) continue;
    const bytes = new Uint8Array(await create());
    await Deno.writeFile(file, bytes);
    const header = readHeader(bytes);
    for (const job of selected) {
      const [filter, format, width] = job;
      const query = new URLSearchParams({ ...(format !== "auto" && { format }), ...(width && { width }) }).toString();
      const estimate = estimateFilter({
        source: bytes,
        plan: planPipeline(toPlanInput(header, parseOperation(filter, new URLSearchParams(query)))),
      });
      const figures = await measure(file, [filter, query]);
      const ratios = [estimate.cpuMs / figures.cpuMs, estimate.bytes / figures.bytes];
      const isMiss = ratios[1]! < MIN_RATIO;
      if (isMiss) misses++;
      const row = [
        `${toRowName(name, job)}${isMiss ? " **(!)**" : ""}`,
        ...describe(estimate, figures, ratios),
        ...describeRates(header, bytes.length, figures),
      ];
      rows.push(row);
      console.error(row.join(" | "));
    }
  }
  await Deno.remove(file);
  if (rows.length === 0) return undefined;
  const head = [
    "one job in a worker",
    "ms",
    "estimate",
    "×",
    "MB",
    "estimate",
    "×",
    "decode ns/px",
    "ns/byte",
    "filter ns/px",
  ];
  const table = toTable([[...head, "encode ns/px", "bytes/px"], ...rows]);
  const verdict = `${misses} of ${rows.length} estimates of memory are below ${MIN_RATIO} times the measured value.`;
  return `${table}\n\n${verdict}`;
}

function toRowName(sample: string, [filter, format, width]: Sample["jobs"][number]): string {
  return `estimate: ${sample}, ${filter}${format === "auto" ? "" : ` to ${format}`}${width ? `, width ${width}` : ""}`;
}

function describe(estimate: Cost, figures: Figures, ratios: readonly number[]): string[] {
  const ms = figures.cpuMs;
  const mb = figures.bytes / 1e6;
  const [msRatio, mbRatio] = ratios.map((ratio) => ratio.toFixed(2));
  return [
    ms.toFixed(0),
    estimate.cpuMs.toFixed(0),
    msRatio!,
    mb.toFixed(0),
    (estimate.bytes / 1e6).toFixed(0),
    mbRatio!,
  ];
}

/**
 * Returns what the constants would be if this were the only file: the part of each stage in the processor time, divided
 * by pixels or bytes.
 */
function describeRates({ totalPixels, framePixels }: Header, length: number, figures: Figures): string[] {
  const { cpuMs, decode, filter, encode } = figures;
  const toNs = (stage: number) => stage / (decode + filter + encode) * cpuMs * 1e6;
  return [
    (toNs(decode) / totalPixels).toFixed(1),
    (toNs(decode) / length).toFixed(1),
    (toNs(filter) / totalPixels).toFixed(1),
    (toNs(encode) / totalPixels).toFixed(1),
    (figures.bytes / framePixels).toFixed(1),
  ];
}

async function measure(file: string, job: readonly string[]): Promise<Figures> {
  const script = new URL("./peers/costs.ts", import.meta.url);
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-lock", script.href, file, ...job],
    env: MEMORY_SETTINGS,
    stderr: "inherit",
  });
  const { stdout } = await command.output();
  return JSON.parse(new TextDecoder().decode(stdout));
}

function flat(): Sharp {
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: "#4080c0" } });
}

/** Something like a photograph: soft shapes with a little noise. */
function photo(width = WIDTH, height = HEIGHT): Sharp {
  const soft = new Uint8Array(width * height * 3);
  const random = createRandom();
  for (let i = 0; i < soft.length; i++) {
    const x = (i / 3 | 0) % width, y = i / 3 / width | 0;
    soft[i] = 128 + 90 * Math.sin(x / 211 + i % 3) * Math.cos(y / 173) + (random() & 7);
  }
  return sharp(soft, { raw: { width, height, channels: 3 } });
}

function noise(width = WIDTH, height = HEIGHT): Sharp {
  const data = new Uint8Array(width * height * 3).map(createRandom());
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** A PNG whose compressed data has a new Huffman table every 127 symbols, which takes the decoder longest. */
function blockyPng(width: number, height: number, bits: 2 | 8 = 8): Uint8Array {
  const random = createRandom();
  const lineBytes = 1 + width * (bits === 8 ? 3 : 0.25);
  const lines = new Uint8Array(lineBytes * height).map((_, i) => i % lineBytes === 0 ? 0 : random());
  const data = deflateSync(lines, { memLevel: 1, strategy: constants.Z_HUFFMAN_ONLY });
  const size = [width, height].flatMap((side) => [side >>> 24, side >> 16 & 255, side >> 8 & 255, side & 255]);
  return writePng([...size, bits, bits === 8 ? 2 : 0, 0, 0, 0], writeChunk("IDAT", data));
}

async function bmp(): Promise<Uint8Array> {
  const data = await photo(2600, 2000).ensureAlpha().raw().toBuffer();
  return writeBmp({ width: 2600, height: 2000, data: new Uint8ClampedArray(data) }, { bits: 24 });
}

function apng(width: number, height: number, frames: number): Uint8Array {
  const random = createRandom();
  // Three quarters of the bits are zero, so that the file is within the limit.
  const pixels = () => ({ width, height, data: new Uint8ClampedArray(width * height * 4).map(() => random() & 1) });
  return writeApng(Array.from({ length: frames }, () => ({ pixels: pixels() })), { width, height });
}

async function animation(format: "gif" | "webp", frames = 40): Promise<Uint8Array> {
  const pages = await Promise.all(
    Array.from(
      { length: frames },
      (_, i) => photo(800 + i % 2, 625).resize(800, 625, { fit: "fill" }).png().toBuffer(),
    ),
  );
  return await sharp(pages, { join: { animated: true } })[format]({ effort: 1 }).toBuffer();
}

async function tinyFrames(count: number): Promise<Uint8Array> {
  const random = createRandom();
  const side = 12;
  const data = new Uint8Array(side * side * count * 3).map(random);
  const raw = { width: side, height: side * count, channels: 3, pageHeight: side } as const;
  return await sharp(data, { raw }).gif({ effort: 1 }).toBuffer();
}

/** Returns a generator of bytes that is the same in every run. */
function createRandom(): () => number {
  let seed = 1;
  return () => (seed = Math.imul(seed, 1664525) + 1013904223) >>> 24;
}
