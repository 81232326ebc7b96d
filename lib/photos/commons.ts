import { z } from "zod";
import { readAtMost } from "@/lib/async/read_at_most.ts";
import { messageOf } from "@/lib/http/errors.ts";
import plan from "@/lib/photos/categories.json" with { type: "json" };
import { SERVICE_INFO } from "@/lib/process/service_info.ts";

/** Requests a URL, which may be relative to that of the API, and reads the response. Both are repeated if they fail. */
export type Get = <T>(url: string, read: (response: Response) => Promise<T>) => Promise<T>;

/** Options of {@linkcode createClient}. */
export interface ClientOptions {
  /** The URL of the MediaWiki API. */
  readonly api: string;
  /** How the wiki can reach the operator: a URL or an e-mail address. */
  readonly contact: string;
  /** Waits for this time. There is a reason if a request failed. */
  readonly wait: (ms: number, reason?: string) => Promise<void>;
}

/** An error about one request: others may succeed. All other errors are about the wiki or the network. */
export class RequestError extends Error {
  override readonly name = "RequestError";
}

/** The shortest time from one response to the next request, because the wiki asks programs to be polite. */
const INTERVAL_MS = 1000;

/** How often a request is sent before the client gives up, with a longer pause after each error. */
const MAX_ATTEMPTS = 6;

/** The longest pause that the client waits for. If the wiki asks for more, the run ends and can be continued later. */
const MAX_PAUSE_MS = 10 * 60_000;

/** A picture of 1280 pixels in width has less than a tenth of it. */
const MAX_BYTES = 20 * 1024 * 1024;
const TIMEOUT_MS = 180_000;

/** Creates a client that sends requests to a wiki, one after the other, and waits whenever it asks to. */
export function createClient({ api, contact, wait }: ClientOptions): Get {
  const headers = { "user-agent": `Pawkit/${SERVICE_INFO.version} (${contact}) Deno/${Deno.version.deno}` };
  // A run that was stopped may have sent a request just now.
  let nextAt = performance.now() + INTERVAL_MS;
  return async (path, read) => {
    const url = new URL(path, api);
    for (let attempts = 1;; attempts++) {
      let retryAfterMs = 0;
      try {
        // Rounded up: timers ignore fractions of a millisecond.
        await wait(Math.max(0, Math.ceil(nextAt - performance.now())));
        // The wiki states the final URL of each file: a redirect is an error like any other status.
        const options = { headers, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
        // Counted from the response, so that the server never sees two requests in a shorter time than this.
        const response = await fetch(url, options).finally(() => nextAt = performance.now() + INTERVAL_MS);
        retryAfterMs = Number(response.headers.get("retry-after")) * 1000;
        if (response.ok) return await read(response);
        await response.body?.cancel();
        const { status } = response;
        const message = `Cannot load from ${url.host}: the server responded with status ${status}`;
        throw status === 408 || status === 429 || status >= 500 ? new Error(message) : new RequestError(message);
      } catch (cause) {
        if (cause instanceof RequestError || attempts === MAX_ATTEMPTS) throw cause;
        const message = messageOf(cause);
        const pauseMs = retryAfterMs > 0 ? retryAfterMs : INTERVAL_MS * 2 ** attempts;
        if (pauseMs > MAX_PAUSE_MS) throw new Error(`${message}, run again in ${pauseMs / 1000} s`, { cause });
        await wait(pauseMs, message);
      }
    }
  };
}

/** Reads the body of a response. @throws {RequestError} if it is too large. */
export function readBody({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const tooLargeError = () => new RequestError(`Cannot load the file: more than ${MAX_BYTES} bytes`);
  return readAtMost(body ?? ReadableStream.from([]), { maxBytes: MAX_BYTES, tooLargeError });
}

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
 * Yields each file of some categories once: in the order of the categories, then of their subcategories. Yields a
 * string about a category without members, which the wiki may have renamed.
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
