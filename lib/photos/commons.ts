import { z } from "zod";
import type { ApiResponse, CommonsClient } from "@/lib/photos/client.ts";

/** The page of a file, as the wiki describes it. */
export type FilePage = z.infer<typeof FILE_PAGE>;

const IMAGE_INFO = z.object({
  url: z.url({ protocol: /^https?$/ }),
  descriptionurl: z.url({ protocol: /^https?$/ }),
  width: z.int().min(0),
  height: z.int().min(0),
  size: z.int().min(0),
  mime: z.string(),
  sha1: z.string().regex(/^[0-9a-f]{40}$/i),
  timestamp: z.string().optional(),
  // PHP writes an empty map as an empty list.
  extmetadata: z.record(z.string(), z.object({ value: z.unknown() })).catch({}),
});

/** The wiki has the page but not the file. */
const MISSING_FILE = z.object({ filemissing: z.literal(true) });

const FILE_PAGE = z.object({
  pageid: z.int(),
  /** Empty for a page that was deleted. */
  title: z.string().default(""),
  missing: z.boolean().optional(),
  /** `undefined` if the description is hidden or not in the expected form. */
  imageinfo: z.array(z.union([IMAGE_INFO, MISSING_FILE])).optional().catch(undefined),
});

const SUBCATEGORY = z.object({ title: z.string() });

/** The properties of a file that the program needs. English descriptions, if there are several. */
const FILE_PROPERTIES = {
  prop: "imageinfo",
  iiprop: "url|size|mime|sha1|extmetadata|timestamp",
  iiextmetadatalanguage: "en",
};

/** Files in one response: the most that the API allows for a program without an account. */
const PAGE_SIZE = 50;

/** Options of {@linkcode listFiles}. */
export interface ListOptions {
  /** How many levels of subcategories are visited. */
  readonly depth: number;
  /** Words that exclude a subcategory whose name contains one of them. */
  readonly excludedWords: readonly string[];
}

/** Returns the pages of the files in a category and its subcategories, the nearest ones first, each category once. */
export async function* listFiles(
  client: CommonsClient,
  category: string,
  { depth, excludedWords }: ListOptions,
): AsyncGenerator<FilePage> {
  const excluded = new RegExp(`\\b(${excludedWords.map(RegExp.escape).join("|")})\\b`, "i");
  const seen = new Set([category]);
  let level = [category];
  for (let levels = 0; levels <= depth; levels++) {
    const next: string[] = [];
    for (const name of level) {
      yield* listDirectFiles(client, name);
      if (levels === depth) continue;
      for await (const subcategory of listSubcategories(client, name)) {
        if (seen.has(subcategory) || (excludedWords.length > 0 && excluded.test(subcategory))) continue;
        seen.add(subcategory);
        next.push(subcategory);
      }
    }
    level = next;
  }
}

/** Loads the pages of files by their ids. A page that was deleted is `missing`. */
export async function loadPages(client: CommonsClient, ids: readonly number[]): Promise<Map<number, FilePage>> {
  const pages = new Map<number, FilePage>();
  for (let at = 0; at < ids.length; at += PAGE_SIZE) {
    const pageids = ids.slice(at, at + PAGE_SIZE).join("|");
    for await (const page of readPages(client, { ...FILE_PROPERTIES, pageids })) pages.set(page.pageid, page);
  }
  return pages;
}

function listDirectFiles(client: CommonsClient, category: string): AsyncGenerator<FilePage> {
  const generator = { generator: "categorymembers", gcmtitle: `Category:${category}`, gcmtype: "file" };
  return readPages(client, { ...FILE_PROPERTIES, ...generator, gcmlimit: String(PAGE_SIZE) });
}

async function* listSubcategories(client: CommonsClient, category: string): AsyncGenerator<string> {
  const list = { list: "categorymembers", cmtitle: `Category:${category}`, cmtype: "subcat", cmlimit: "500" };
  for await (const { query } of readBatches(client, list)) {
    for (const member of query?.categorymembers ?? []) {
      const parsed = SUBCATEGORY.safeParse(member);
      if (parsed.success) yield parsed.data.title.replace(/^[^:]*:/, "");
    }
  }
}

/** Reads all batches of a query. The API splits one batch into several responses if it is large. */
async function* readPages(
  client: CommonsClient,
  parameters: Readonly<Record<string, string>>,
): AsyncGenerator<FilePage> {
  let batch = new Map<number, FilePage>();
  for await (const { query, batchcomplete } of readBatches(client, parameters)) {
    for (const value of query?.pages ?? []) {
      const parsed = FILE_PAGE.safeParse(value);
      if (!parsed.success) continue;
      const { pageid, imageinfo } = parsed.data;
      const known = batch.get(pageid);
      // The first part has the current version of the file; later ones may have older versions.
      batch.set(pageid, { ...parsed.data, imageinfo: known?.imageinfo ?? imageinfo });
    }
    if (!batchcomplete) continue;
    yield* batch.values();
    batch = new Map();
  }
  yield* batch.values();
}

async function* readBatches(
  client: CommonsClient,
  parameters: Readonly<Record<string, string>>,
): AsyncGenerator<ApiResponse> {
  let position: Readonly<Record<string, string>> = {};
  for (;;) {
    const response = await client.query({ ...parameters, ...position });
    yield response;
    if (response.continue === undefined) return;
    const next = Object.fromEntries(Object.entries(response.continue).map(([name, value]) => [name, String(value)]));
    // A position that does not change would repeat for ever.
    if (JSON.stringify(next) === JSON.stringify(position)) return;
    position = next;
  }
}
