// deno-lint-ignore-file no-console -- a script talks to the person who started it
import sharp from "sharp";
import { toTable } from "./machine.ts";

const PEERS = ["Pawkit", "Jimp", "ImageScript", "sharp"] as const;
const FILTERS = ["invert", "blur"] as const;

interface Picture {
  readonly name: string;
  readonly format: "jpeg" | "png" | "webp" | "gif";
  readonly width: number;
  readonly height: number;
  readonly frames: number;
}

const SIZES = [["1080p", 1920, 1080], ["12 MP", 4000, 3000]] as const;

const PICTURES: readonly Picture[] = [
  ...(["jpeg", "png", "webp", "gif"] as const).flatMap((format) =>
    SIZES.map(([size, width, height]) => ({ name: `${format} ${size}`, format, width, height, frames: 1 }))
  ),
  { name: "gif 20 × 640 × 360", format: "gif", width: 640, height: 360, frames: 20 },
];

interface Figures {
  readonly ms: number;
  readonly megabytes: number;
}

/**
 * Compares the whole way of a picture, decode, filter and encode, with Jimp, ImageScript and sharp, one thread each,
 * in milliseconds of processor time and in megabytes at the peak.
 * Jimp reads no WebP and only the first frame of a GIF.
 */
export async function benchFilters(): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    const rows: string[][] = [];
    for (const picture of PICTURES) {
      const file = `${folder}/picture.${picture.format}`;
      await Deno.writeFile(file, await paint(picture));
      for (const filter of FILTERS) {
        const row = await toRow(picture, filter, file);
        rows.push(row);
        // The whole takes minutes, most of them Jimp's.
        console.error(row.join(" | "));
      }
    }
    const head = PEERS.flatMap((peer) => peer === "Pawkit" ? [`${peer} ms`, "MB"] : [`${peer} ms`, "MB", "× ours"]);
    return toTable([["one picture, one thread", ...head], ...rows]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function toRow({ name, format }: Picture, filter: string, file: string): Promise<string[]> {
  const cells: string[] = [];
  let ours = NaN;
  for (const peer of PEERS) {
    const figures = await measure([peer, file, format, filter]);
    if (peer === "Pawkit") ours = figures?.ms ?? NaN;
    cells.push(figures?.ms.toFixed(0) ?? "–", figures?.megabytes.toFixed(0) ?? "–");
    if (peer !== "Pawkit") cells.push(figures === undefined ? "–" : (figures.ms / ours).toFixed(2));
  }
  return [`${name}, ${filter}`, ...cells];
}

async function measure(args: readonly string[]): Promise<Figures | undefined> {
  const script = new URL("./peers/filters.js", import.meta.url);
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-lock", script.href, ...args],
    stderr: "null",
  });
  const { stdout } = await command.output();
  const text = new TextDecoder().decode(stdout).trim();
  return text === "" ? undefined : JSON.parse(text) ?? undefined;
}

/** Something like a photograph: soft shapes of many colours under a little noise. */
async function paint({ format, width, height, frames }: Picture): Promise<Uint8Array> {
  const pages = await Promise.all(Array.from({ length: frames }, (_, page) => paintPage(width, height, page)));
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
