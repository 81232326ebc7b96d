import { readAtMost } from "@/lib/async/read_at_most.ts";
import { messageOf } from "@/lib/http/errors.ts";

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
  const headers = { "user-agent": `Pawkit/1.0 (${contact}) Deno/${Deno.version.deno}` };
  // A run that was stopped may have sent a request just now.
  let nextAt = performance.now() + INTERVAL_MS;
  return async (path, read) => {
    const url = new URL(path, api);
    for (let attempts = 1;; attempts++) {
      let retryAfter = "";
      try {
        // Rounded up: timers ignore fractions of a millisecond.
        await wait(Math.max(0, Math.ceil(nextAt - performance.now())));
        // The wiki states the final URL of each file: a redirect is an error like any other status.
        const options = { headers, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
        // Counted from the response, so that the server never sees two requests in a shorter time than this.
        const response = await fetch(url, options).finally(() => nextAt = performance.now() + INTERVAL_MS);
        retryAfter = response.headers.get("retry-after") ?? "";
        if (response.ok) return await read(response);
        await response.body?.cancel();
        const { status } = response;
        const message = `Cannot load from ${url.host}: the server responded with status ${status}`;
        throw status === 408 || status === 429 || status >= 500 ? new Error(message) : new RequestError(message);
      } catch (cause) {
        if (cause instanceof RequestError || attempts === MAX_ATTEMPTS) throw cause;
        const message = messageOf(cause), pauseMs = toPause(retryAfter) ?? INTERVAL_MS * 2 ** attempts;
        if (pauseMs > MAX_PAUSE_MS) throw new Error(`${message}, run again in ${pauseMs / 1000} s`, { cause });
        await wait(pauseMs, message);
      }
    }
  };
}

/** Returns how long `retry-after` asks to wait, a number of seconds or a date. */
function toPause(retryAfter: string): number | undefined {
  const pauseMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return pauseMs > 0 ? pauseMs : undefined;
}

/** Reads the body of a response. @throws {RequestError} if it is too large. */
export function readBody({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const tooLargeError = () => new RequestError(`Cannot load the file: more than ${MAX_BYTES} bytes`);
  return readAtMost(body ?? ReadableStream.from([]), { maxBytes: MAX_BYTES, tooLargeError });
}
