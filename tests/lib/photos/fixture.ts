import { join } from "@std/path";
import { LICENSE_FAMILIES } from "@/lib/photos/candidate.ts";
import { createClient, type Get } from "@/lib/photos/commons.ts";
import { fillGallery, type FillOptions } from "@/lib/photos/fill.ts";
import { withGallery } from "@/lib/photos/gallery.ts";
import { startWiki, type Wiki, type WikiFile } from "./wiki.ts";

/** A wiki and an empty folder for one test. */
export interface Workshop {
  readonly wiki: Wiki;
  readonly folder: string;
  /** The milliseconds that the client has waited for, besides the interval between requests. */
  readonly pauses: number[];
  readonly get: Get;
  /** Fills the folder from `Category:Cats`. Returns the number of pictures, and the reasons of the summary. */
  readonly fill: (options?: Partial<FillOptions>) => Promise<{ total: number; reasons: readonly string[] }>;
  /** The credits by the id of the page. */
  readonly readCredits: () => Promise<Record<string, Record<string, unknown>>>;
}

/** Starts a wiki, runs the test, and removes everything. */
export async function withWiki(files: WikiFile[], test: (workshop: Workshop) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  await using wiki = startWiki(files);
  const pauses: number[] = [];
  const get = createClient({
    api: wiki.api,
    contact: "mailto:me@paw.example",
    wait: (ms, reason) => {
      if (reason !== undefined) pauses.push(ms);
      return Promise.resolve();
    },
  });
  const fill: Workshop["fill"] = (options = {}) =>
    withGallery(folder, async (gallery) => {
      const defaults = { get, count: 100, categories: ["Cats"], license: [...LICENSE_FAMILIES], onAdded: () => {} };
      const [, ...reasons] = await fillGallery(gallery, { ...defaults, ...options });
      return { total: gallery.pictures.size, reasons };
    });
  const readCredits = async () => {
    const { pictures } = JSON.parse(await Deno.readTextFile(join(folder, "credits.json")));
    return Object.fromEntries(Object.values<{ pageId: number }>(pictures).map((each) => [each.pageId, each]));
  };
  try {
    await test({ wiki, folder, pauses, get, fill, readCredits });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Returns the checksum of every file in a folder, including hidden ones. */
export async function hashFolder(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for await (const { name } of Deno.readDir(folder)) {
    const bytes = await Deno.readFile(join(folder, name));
    hashes[name] = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  }
  return hashes;
}
