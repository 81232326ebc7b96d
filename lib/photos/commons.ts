import { z } from "zod";
import plan from "@/lib/photos/categories.json" with { type: "json" };
import { type Get, readBody, RequestError } from "@/lib/photos/client.ts";

/** Pages in one response: the most that the API allows for a program without an account. */
export const PAGE_SIZE = 50;

/**
 * The parameters of all queries. With `maxlag`, the wiki refuses programs while its servers lag behind, so that people
 * come first. A picture that is not wider than `iiurlwidth` is its own thumbnail.
 */
const PARAMETERS = "action=query&format=json&formatversion=2&maxlag=5&iiextmetadatalanguage=en&iiurlwidth=1280" +
  "&prop=imageinfo&iiprop=url|size|mime|sha1|extmetadata|timestamp";

const PAGE = z.object({
  pageid: z.int(),
  title: z.string().default(""),
  missing: z.boolean().default(false),
  // `undefined` for a category, or a file that is hidden or described in another response.
  imageinfo: z.array(z.unknown()).optional(),
});

const RESPONSE = z.object({
  error: z.object({ code: z.string(), info: z.string().default("") }).optional(),
  // The parameters that ask for the next part.
  continue: z.record(z.string(), z.coerce.string()).optional(),
  query: z.object({ pages: z.array(PAGE).default([]) }).default({ pages: [] }),
});

/** The page of a file or of a category, as the wiki describes it. */
export type Page = z.infer<typeof PAGE>;

/** Errors that the API reports with status 200, after which the same query may succeed. */
const TEMPORARY_CODE = /^(maxlag|ratelimited|readonly|internal_api_error_.*)$/;

/** Words that exclude a subcategory. */
const EXCLUDED = new RegExp(`\\b(${plan.excludedWords.map(RegExp.escape).join("|")})\\b`, "i");

/**
 * Yields each file of some categories once: in the order of the categories, then of their subcategories. Yields a text
 * about a category without members, which the wiki may have renamed.
 */
export async function* listFiles(get: Get, categories: readonly string[]): AsyncGenerator<Page | string> {
  const queue = categories.map((name) => ({ title: `Category:${name}`, depth: 0 }));
  const seen = new Set(queue.map(({ title }) => title));
  for (const { title: gcmtitle, depth } of queue) {
    const gcmtype = depth < plan.depth ? "file|subcat" : "file";
    let isEmpty = true;
    const members = { generator: "categorymembers", gcmtitle, gcmtype, gcmlimit: String(PAGE_SIZE) };
    for await (const page of loadPages(get, members)) {
      isEmpty = false;
      const { title, imageinfo } = page;
      const isCategory = title.startsWith("Category:");
      if (seen.has(title) || (isCategory ? EXCLUDED.test(title) : imageinfo === undefined)) continue;
      seen.add(title);
      if (isCategory) queue.push({ title, depth: depth + 1 });
      else yield page;
    }
    if (isEmpty && depth === 0) yield `no files in ${gcmtitle}`;
  }
}

/** Yields the pages of a query. The API may repeat a page, because it splits long lists of descriptions. */
export async function* loadPages(get: Get, which: Record<string, string>): AsyncGenerator<Page> {
  let position: Record<string, string> | undefined = {};
  while (position !== undefined) {
    const parameters = new URLSearchParams({ ...which, ...position });
    const response: z.infer<typeof RESPONSE> = await get(`?${PARAMETERS}&${parameters}`, readResponse);
    yield* response.query.pages;
    position = response.continue;
  }
}

async function readResponse(response: Response): Promise<z.infer<typeof RESPONSE>> {
  const result = RESPONSE.parse(JSON.parse(new TextDecoder().decode(await readBody(response))));
  if (result.error === undefined) return result;
  const message = `Cannot query the wiki: it reports "${result.error.code}": ${result.error.info}`;
  throw TEMPORARY_CODE.test(result.error.code) ? new Error(message) : new RequestError(message);
}
