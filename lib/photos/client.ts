import { readAtMost } from "@/lib/async/read_at_most.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { followRedirects, isRedirect } from "@/lib/http/redirects.ts";

/** Requests a URL, which may be relative to that of the API, and reads the response. Both are repeated if they fail. */
export type Get = <T>(url: string, read: (response: Response) => Promise<T>) => Promise<T>;

/** Options of {@linkcode createClient}. */
export interface ClientOptions {
  /** The URL of the MediaWiki API. */
  readonly api: string;
  /** How the wiki can reach the operator: a URL or an e-mail address. */
  readonly contact: string;
  /** The shortest time from one response to the next request. */
  readonly intervalMs: number;
  /** Waits for this time. There is a reason if a request failed. */
  readonly wait: (ms: number, reason?: string) => Promise<void>;
}

/** An error about one request: others may succeed. All other errors are about the wiki or the network. */
export class RequestError extends Error {
  override readonly name = "RequestError";
}

/** How often a request is sent before the client gives up, with a longer pause each time. */
const MAX_ATTEMPTS = 6;

/** The longest pause that the client waits for. If the wiki asks for more, the run ends and can be continued later. */
const MAX_PAUSE_MS = 10 * 60_000;

const MAX_REDIRECTS = 5;
/** A picture of 1280 pixels in width has less than a tenth of it. */
const MAX_BYTES = 20 * 1024 * 1024;
const TIMEOUT_MS = 180_000;

/** Creates a client that sends requests to a wiki, one after the other, and waits whenever it asks to. */
export function createClient({ api, contact, intervalMs, wait }: ClientOptions): Get {
  // A run that was stopped may have sent a request just now.
  let nextAt = performance.now() + intervalMs;
  // How long the last response asks to wait, or `NaN`.
  let retryAfterMs = NaN;

  const request = async (url: URL): Promise<Response | URL> => {
    // Rounded up: timers ignore fractions of a millisecond.
    await wait(Math.max(0, Math.ceil(nextAt - performance.now())));
    retryAfterMs = NaN;
    const response = await fetch(url, {
      headers: { "user-agent": `Pawkit/1.0 (${contact}) Deno/${Deno.version.deno}` },
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).finally(() => {
      // Counted from the response, so that the server never sees two requests in a shorter time than this.
      nextAt = performance.now() + intervalMs;
    });
    const { status, headers } = response;
    const retryAfter = headers.get("retry-after") ?? "";
    retryAfterMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
    if (response.ok) return response;
    await response.body?.cancel();
    const next = isRedirect(status) ? URL.parse(headers.get("location") ?? "", url) : null;
    // Not from https to http: anybody on the way could replace the picture.
    if (next?.protocol === "https:" || next?.protocol === url.protocol) return next;
    const message = `Cannot load from ${url.host}: the server responded with status ${status}`;
    throw status === 408 || status === 429 || status >= 500 ? new Error(message) : new RequestError(message);
  };
  const tooManyError = () => new RequestError(`Cannot load the file: more than ${MAX_REDIRECTS} redirects`);

  return async (url, read) => {
    for (let attempts = 1;; attempts++) {
      try {
        const options = { maxRedirects: MAX_REDIRECTS, request, tooManyError };
        return await read(await followRedirects(new URL(url, api), options));
      } catch (cause) {
        if (cause instanceof RequestError || attempts === MAX_ATTEMPTS) throw cause;
        const message = messageOf(cause), pauseMs = retryAfterMs > 0 ? retryAfterMs : intervalMs * 2 ** attempts;
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
