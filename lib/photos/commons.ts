import type { ApiResponse, FilePage } from "@/lib/photos/api_response.ts";
import plan from "@/lib/photos/categories.json" with { type: "json" };
import type { CommonsClient, Parameters } from "@/lib/photos/client.ts";

/** Files in one response: the most that the API allows for a program without an account. */
export const PAGE_SIZE = 50;

/** The properties of a file that the program needs. A picture that is not wider than this is its own thumbnail. */
const FILE_PROPERTIES = {
  prop: "imageinfo",
  iiprop: "url|size|mime|sha1|extmetadata|timestamp",
  iiurlwidth: "1280",
  iiextmetadatalanguage: "en",
};

/** Words that exclude a subcategory. */
const EXCLUDED = new RegExp(`\\b(${plan.excludedWords.map(RegExp.escape).join("|")})\\b`, "i");

/** Yields the pages of the files in a category and its subcategories, the nearest ones first, each category once. */
export async function* listFiles(client: CommonsClient, category: string): AsyncGenerator<FilePage> {
  const seen = new Set([category]);
  let level = [category];
  for (let depth = 0; depth <= plan.depth; depth++) {
    const next: string[] = [];
    for (const name of level) {
      const files = { generator: "categorymembers", gcmtitle: `Category:${name}`, gcmtype: "file" };
      yield* loadPages(client, { ...files, gcmlimit: String(PAGE_SIZE) });
      if (depth === plan.depth) continue;
      const list = { list: "categorymembers", cmtitle: `Category:${name}`, cmtype: "subcat", cmlimit: "500" };
      for await (const { query } of readBatches(client, list)) {
        for (const { title } of query.categorymembers) {
          const subcategory = title.replace(/^[^:]*:/, "");
          if (seen.has(subcategory) || EXCLUDED.test(subcategory)) continue;
          seen.add(subcategory);
          next.push(subcategory);
        }
      }
    }
    level = next;
  }
}

/**
 * Yields the pages of files that have a description or were deleted. The API may split a large batch into several
 * responses, each with all pages but only some descriptions. If a page occurs twice, its first description is the
 * current one.
 */
export async function* loadPages(client: CommonsClient, which: Parameters): AsyncGenerator<FilePage> {
  for await (const { query } of readBatches(client, { ...FILE_PROPERTIES, ...which })) {
    yield* query.pages.filter(({ missing, imageinfo }) => missing || imageinfo !== undefined);
  }
}

async function* readBatches(client: CommonsClient, parameters: Parameters): AsyncGenerator<ApiResponse> {
  let position: Parameters | undefined = {};
  while (position !== undefined) {
    const response: ApiResponse = await client.query({ ...parameters, ...position });
    yield response;
    const next: Parameters | undefined = response.continue;
    // A position that does not change would repeat forever.
    position = JSON.stringify(next) === JSON.stringify(position) ? undefined : next;
  }
}
