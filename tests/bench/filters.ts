// deno-lint-ignore-file no-console -- a script prints for the person who started it
import sharp from "sharp";
import { join } from "@std/path";
import { writeApng } from "@/tests/lib/images/codecs/apng_writer.ts";
import { median, medianRatio, toTable } from "./machine.ts";

const PEERS = ["Pawkit", "Jimp", "ImageScript", "sharp"] as const;
const FILTERS = ["invert", "blur"] as const;

interface Picture {
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

/** How often two checkouts take turns. */
const ROUNDS = 5;

/**
 * Compares decoding, filtering and encoding of a picture with Jimp, ImageScript and sharp, with one thread each, in
 * milliseconds of processor time, in megabytes at the peak, and in kilobytes of the filtered picture. Jimp reads no WebP
 * and only the first frame of a GIF.
 *
 * With `against`, another checkout of the service is measured instead of those programs; with `only`, the pictures whose
 * names contain it.
 */
export async function benchFilters(against?: string, only = ""): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    const rows: string[][] = [];
    for (const picture of PICTURES.filter(({ name }) => name.includes(only))) {
      const { format } = picture;
      const file = `${folder}/picture.${format}`;
      await Deno.writeFile(file, await paint(picture));
      for (const filter of FILTERS) {
        // The others read only the first frame of an APNG, and take minutes for 100 large frames.
        const isAlone = picture.frames > 20 || (format === "png" && picture.frames > 1);
        const task = { file, format, filter, isAlone };
        const cells = against === undefined ? await compareWithPeers(task) : await compareCheckouts(task, against);
        const row = [`${picture.name}, ${filter}`, ...cells];
        rows.push(row);
        // The whole run takes minutes, most of them for Jimp.
        console.error(row.join(" | "));
      }
    }
    const peers = against === undefined ? PEERS : ["Pawkit", "other checkout"];
    const head = peers.flatMap((peer) =>
      peer === "Pawkit" ? [`${peer} ms`, "MB", "KB"] : [`${peer} ms`, "MB", "KB", "× ours"]
    );
    return toTable([["one picture, one thread", ...head], ...rows]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function compareWithPeers(task: Task): Promise<string[]> {
  const cells: string[] = [];
  let ours = NaN;
  for (const peer of PEERS) {
    const figures = task.isAlone && peer !== "Pawkit" ? undefined : await measure(peer, task);
    if (peer === "Pawkit") ours = figures?.ms ?? NaN;
    cells.push(...(["ms", "megabytes", "kilobytes"] as const).map((unit) => figures?.[unit].toFixed(0) ?? "–"));
    if (peer !== "Pawkit") cells.push(figures === undefined ? "–" : (figures.ms / ours).toFixed(2));
  }
  return cells;
}

async function compareCheckouts(task: Task, against: string): Promise<string[]> {
  const ours: Figures[] = [];
  const others: Figures[] = [];
  const sides = [{ script: SCRIPT, figures: ours }, { script: join(against, SCRIPT), figures: others }];
  for (let round = 0; round < ROUNDS; round++) {
    for (const { script, figures } of round % 2 === 0 ? sides : sides.toReversed()) {
      figures.push(await measure("Pawkit", task, script) ?? { ms: NaN, megabytes: NaN, kilobytes: NaN });
    }
  }
  const msOf = (figures: readonly Figures[]) => figures.map(({ ms }) => ms);
  const cells = [ours, others].flatMap((figures) => [
    median(msOf(figures)).toFixed(0),
    median(figures.map(({ megabytes }) => megabytes)).toFixed(0),
    median(figures.map(({ kilobytes }) => kilobytes)).toFixed(0),
  ]);
  return [...cells, medianRatio(msOf(others), msOf(ours)).toFixed(2)];
}

async function measure(peer: string, task: Task, script = SCRIPT): Promise<Figures | undefined> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-lock", script, peer, task.file, task.format, task.filter],
    stderr: "null",
  });
  const { stdout } = await command.output();
  const text = new TextDecoder().decode(stdout).trim();
  return text === "" ? undefined : JSON.parse(text) ?? undefined;
}

/** Paints something like a photograph: soft shapes in many colours with a little noise. */
async function paint({ format, width, height, frames }: Picture): Promise<Uint8Array> {
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
