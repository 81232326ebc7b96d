// deno-lint-ignore-file no-console -- a script prints for the person who started it
import sharp from "sharp";
import { join } from "@std/path";
import { writeApng } from "@/lib/images/tests/codecs/apng_writer.ts";
import { compareEstimates } from "./costs.ts";
import { compareKernels } from "./kernels.ts";
import { median, medianRatio, toTable } from "./machine.ts";

const PEERS = ["Pawkit", "Jimp", "ImageScript", "sharp"] as const;
const FILTERS = ["invert", "blur"] as const;

/** A picture that is painted for a benchmark. */
export interface Picture {
  readonly name: string;
  readonly format: "jpeg" | "png" | "webp" | "gif" | "avif";
  readonly width: number;
  readonly height: number;
  readonly frames: number;
}

const SIZES = [["1080p", 1920, 1080], ["12 MP", 4000, 3000]] as const;

const PICTURES: readonly Picture[] = [
  ...(["jpeg", "png", "webp", "gif"] as const).flatMap((format) =>
    SIZES.map(([size, width, height]) => ({ name: `${format} ${size}`, format, width, height, frames: 1 }))
  ),
  { name: "avif 1080p to png", format: "avif", width: 1920, height: 1080, frames: 1 },
  ...(["gif", "webp", "png"] as const).map((format) => ({
    name: `${format === "png" ? "apng" : format} 20 × 640 × 360`,
    format,
    width: 640,
    height: 360,
    frames: 20,
  })),
  { name: "gif 100 × 700 × 700", format: "gif", width: 700, height: 700, frames: 100 },
];

interface Figures {
  readonly ms: number;
  readonly megabytes: number;
  /** The size of the filtered picture. */
  readonly kilobytes: number;
}

/** One picture file and the filter that is measured on it. */
interface Task {
  readonly file: string;
  readonly format: string;
  readonly filter: string;
  /** Whether the other programs are not measured. */
  readonly isAlone: boolean;
}

/** The program that filters one file, in this and in other checkouts. */
const SCRIPT = "tests/bench/peers/filters.js";

/** How often the programs take turns: the machine's speed changes in between. */
const ROUNDS = 5;

/** A program that takes this many times as long as ours is measured once. */
const CLEAR_RATIO = 5;

/** A program that is measured: this service in a checkout, or another one. */
interface Side {
  readonly peer: typeof PEERS[number];
  readonly script: string;
}

/**
 * Three tables: filters of whole pictures next to other programs, estimates of the costs of a job next to measured
 * ones, and the time of each kernel. `only` selects rows by a part of their names, such as `estimate:` or `kernel:`.
 *
 * With `against`, another checkout of the service is measured instead of other programs, and estimates are left out.
 */
export async function benchFilters(against?: string, only = ""): Promise<string> {
  const tables = [
    await comparePictures(against, only),
    against === undefined ? await compareEstimates(only) : undefined,
    await compareKernels([".", ...against === undefined ? [] : [against]], only),
  ];
  return tables.filter((table) => table !== undefined).join("\n\n");
}

/**
 * Compares decoding, filtering and encoding of a picture with Jimp, ImageScript and sharp, with one thread each, in
 * milliseconds of processor time, in megabytes at the peak, and in kilobytes of the filtered picture. Jimp reads no
 * WebP and only the first frame of a GIF.
 */
async function comparePictures(against: string | undefined, only: string): Promise<string | undefined> {
  const sides: Side[] = against === undefined
    ? PEERS.map((peer) => ({ peer, script: SCRIPT }))
    : [SCRIPT, join(against, SCRIPT)].map((script) => ({ peer: "Pawkit", script }));
  const folder = await Deno.makeTempDir();
  try {
    const rows: string[][] = [];
    for (const picture of PICTURES) {
      const selected = FILTERS.filter((filter) => `${picture.name}, ${filter}`.includes(only));
      if (selected.length === 0) continue;
      const { format } = picture;
      const file = `${folder}/picture.${format}`;
      await Deno.writeFile(file, await paint(picture));
      for (const filter of selected) {
        // The others read only the first frame of an APNG, and take minutes for 100 large frames.
        const isAlone = against === undefined && (picture.frames > 20 || (format === "png" && picture.frames > 1));
        const task = { file, format, filter, isAlone };
        const row = [`${picture.name}, ${filter}`, ...await compare(task, sides)];
        rows.push(row);
        // The whole run takes minutes, most of them for Jimp.
        console.error(row.join(" | "));
      }
    }
    if (rows.length === 0) return undefined;
    const peers = against === undefined ? PEERS : ["Pawkit", "other checkout"];
    const head = peers.flatMap((peer) =>
      peer === "Pawkit" ? [`${peer} ms`, "MB", "KB"] : [`${peer} ms`, "MB", "KB", "× ours"]
    );
    return toTable([["one picture, one thread", ...head], ...rows]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Returns the cells of a row: medians of each side, and the medians of the ratios to the first within the rounds. */
async function compare(task: Task, sides: readonly Side[]): Promise<string[]> {
  const measured = sides.map((side) => ({ side, figures: [] as Figures[] }));
  const ours = measured[0]!.figures;
  for (let round = 0; round < ROUNDS; round++) {
    for (const { side, figures } of round % 2 === 0 ? measured : measured.toReversed()) {
      const isNeeded = figures === ours || (!task.isAlone && !isClear(figures[0], ours[0]));
      const result = isNeeded ? await measure(side, task) : undefined;
      if (result !== undefined) figures.push(result);
    }
  }
  return measured.flatMap(({ figures }) => {
    const cells = (["ms", "megabytes", "kilobytes"] as const).map((unit) =>
      format(median(figures.map((each) => each[unit])), 0)
    );
    return figures === ours ? cells : [...cells, format(medianRatio(toMs(figures), toMs(ours)), 2)];
  });
}

function isClear(theirs: Figures | undefined, ours: Figures | undefined): boolean {
  return theirs !== undefined && ours !== undefined && theirs.ms > CLEAR_RATIO * ours.ms;
}

function toMs(figures: readonly Figures[]): number[] {
  return figures.map(({ ms }) => ms);
}

/** Formats a figure, or a dash if nothing was measured. */
function format(value: number, digits: number): string {
  return Number.isNaN(value) ? "–" : value.toFixed(digits);
}

async function measure({ peer, script }: Side, task: Task): Promise<Figures | undefined> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-lock", script, peer, task.file, task.format, task.filter],
    stderr: "null",
  });
  const { stdout } = await command.output();
  const text = new TextDecoder().decode(stdout).trim();
  return text === "" ? undefined : JSON.parse(text) ?? undefined;
}

/** Paints something like a photograph: soft shapes in many colours with a little noise. */
export async function paint({ format, width, height, frames }: Picture): Promise<Uint8Array> {
  const pages = await Promise.all(Array.from({ length: frames }, (_, page) => paintPage(width, height, page)));
  if (format === "png" && frames > 1) {
    const raw = await Promise.all(pages.map((page) => sharp(page).ensureAlpha().raw().toBuffer()));
    return writeApng(raw.map((data) => ({ pixels: { width, height, data: new Uint8ClampedArray(data) } })), {
      width,
      height,
    });
  }
  const image = frames === 1 ? sharp(pages[0]) : sharp(pages, { join: { animated: true } });
  const options = format === "png" ? {} : format === "gif" ? { effort: 3 } : { quality: 85 };
  return await image[format](options).toBuffer();
}

async function paintPage(width: number, height: number, page: number): Promise<Uint8Array> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const soft = await sharp({ create: { width: 24, height: 14, channels: 3, background: "#808080", noise } })
    .resize(width, height, { kernel: "cubic", fit: "fill" }).modulate({ saturation: 1.5, hue: page * 9 }).raw()
    .toBuffer();
  let seed = page + 1;
  for (let i = 0; i < soft.length; i++) {
    soft[i] = clamp(soft[i]! + ((seed = Math.imul(seed, 1664525) + 1013904223) >> 28));
  }
  return await sharp(soft, { raw: { width, height, channels: 3 } }).png({ compressionLevel: 1 }).toBuffer();
}

function clamp(value: number): number {
  return Math.min(Math.max(value, 0), 255);
}
