import { join } from "@std/path";
import { CommonsClient } from "@/lib/photos/client.ts";
import { fillGallery, type FillOptions, type FillReport, type RefusedFile } from "@/lib/photos/fill.ts";
import { Gallery } from "@/lib/photos/gallery.ts";
import { FAMILIES } from "@/lib/photos/license.ts";
import { startWiki, type Wiki, type WikiFile } from "./wiki.ts";

/** A wiki and an empty folder for one test. */
export interface Workshop {
  readonly wiki: Wiki;
  readonly folder: string;
  /** The milliseconds that the client has waited for, besides the interval between requests. */
  readonly pauses: number[];
  readonly client: CommonsClient;
  /** Fills the folder from `Category:Cats`. */
  readonly fill: (options?: Partial<FillOptions>) => Promise<FillReport & Totals>;
  /** The credits by the id of the page. */
  readonly readCredits: () => Promise<Record<string, Record<string, unknown>>>;
}

/** What a test wants to know in addition to the report. */
interface Totals {
  readonly total: number;
  /** Each refused file, as `reason (title)`. */
  readonly reasons: readonly string[];
}

/** Starts a wiki, runs the test, and removes everything. */
export async function withWiki(files: WikiFile[], test: (workshop: Workshop) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  await using wiki = startWiki(files);
  const pauses: number[] = [];
  const client = new CommonsClient({
    api: wiki.api,
    contact: "mailto:me@paw.example",
    signal: new AbortController().signal,
    intervalMs: 1,
    onWait: (_, ms) => pauses.push(ms),
    wait: () => Promise.resolve(),
  });
  const fill: Workshop["fill"] = async (options = {}) => {
    using gallery = await Gallery.open(folder);
    const defaults = { client, count: 100, categories: ["Cats"], families: FAMILIES };
    const report = await fillGallery(gallery, { ...defaults, ...options });
    return { ...report, total: gallery.pictures.size, reasons: report.refused.map(toText) };
  };
  const readCredits = async () => {
    const { pictures } = JSON.parse(await Deno.readTextFile(join(folder, "credits.json")));
    return Object.fromEntries(Object.values<{ pageId: number }>(pictures).map((each) => [each.pageId, each]));
  };
  try {
    await test({ wiki, folder, pauses, client, fill, readCredits });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Returns a refused file as a text. */
export function toText({ reason, title }: RefusedFile): string {
  return `${reason} (${title})`;
}

/** Returns the checksum of every file in a folder, also of hidden ones. */
export async function hashFolder(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for await (const { name } of Deno.readDir(folder)) {
    const bytes = await Deno.readFile(join(folder, name));
    hashes[name] = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  }
  return hashes;
}
