import { setTimeout } from "node:timers/promises";
import { readAtMost } from "@/lib/async/read_at_most.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { followRedirects, isRedirect } from "@/lib/http/redirects.ts";
import { brokenImageError, ImageError } from "@/lib/images/image_error.ts";
import { API_RESPONSE, type ApiResponse } from "@/lib/photos/api_response.ts";

/** The parameters of a query. */
export type Parameters = Readonly<Record<string, string>>;

/** Options of {@linkcode CommonsClient}. */
export interface ClientOptions {
  /** The URL of the MediaWiki API. */
  readonly api: string;
  /** How the wiki can reach the operator: a URL or an e-mail address. */
  readonly contact: string;
  readonly signal: AbortSignal;
  /** Receives why the client waits, and for how long. */
  readonly onWait?: (reason: string, ms: number) => void;
  /** The shortest time from one response to the next request. */
  readonly intervalMs?: number;
  readonly wait?: (ms: number) => Promise<void>;
}

/** An error about one request: others may succeed. All other errors are about the wiki or the network. */
export class RequestError extends Error {
  override readonly name = "RequestError";
}

/** The server cannot respond now. */
class BusyError extends Error {
  /** How long it asks the client to wait, or `NaN`. */
  readonly pauseMs: number;

  constructor(message: string, { headers }: Response) {
    super(message);
    const text = headers.get("retry-after") ?? "";
    this.pauseMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  }
}

/** At most one request a second, because the wiki asks programs to be polite. */
const INTERVAL_MS = 1000;

/** How often a request is sent before the client gives up, with a longer pause each time. */
const MAX_ATTEMPTS = 6;

/** The longest pause that the client waits for. If the wiki asks for more, the run ends and can be continued later. */
const MAX_PAUSE_MS = 10 * 60_000;

const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 180_000;
const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** With `maxlag`, the wiki refuses programs while its servers lag behind, so that people come first. */
const COMMON_PARAMETERS: Parameters = { action: "query", format: "json", formatversion: "2", maxlag: "5" };

/** Errors that the API reports with status 200, after which the same query may succeed. */
const TEMPORARY_CODE = /^(maxlag|ratelimited|readonly|internal_api_error_.*)$/;

/** Sends requests to a wiki, one after the other, and waits whenever it asks to. */
export class CommonsClient {
  readonly #options: ClientOptions & Required<Pick<ClientOptions, "intervalMs" | "wait">>;
  #nextAt: number;

  constructor(options: ClientOptions) {
    // Ends early when the run is stopped: the wiki may have asked for minutes.
    const wait = (ms: number) => setTimeout(ms, undefined, { signal: options.signal });
    this.#options = { intervalMs: INTERVAL_MS, wait, ...options };
    // A run that was stopped may have sent a request just now.
    this.#nextAt = performance.now() + this.#options.intervalMs;
  }

  /** Sends a query to the API. @throws {Error} if it fails repeatedly, or the wiki reports an error. */
  async query(parameters: Parameters): Promise<ApiResponse> {
    const url = new URL(this.#options.api);
    url.search = new URLSearchParams({ ...COMMON_PARAMETERS, ...parameters }).toString();
    return await this.#retry(`Cannot query ${url.host}`, async () => {
      const response = await this.#send(url);
      const result = API_RESPONSE.parse(await response.json());
      if (result.error === undefined) return result;
      const message = `the wiki reports "${result.error.code}": ${result.error.info}`;
      throw TEMPORARY_CODE.test(result.error.code) ? new BusyError(message, response) : new RequestError(message);
    });
  }

  /** Downloads an image and decodes it. @throws {RequestError} if it is missing, or repeatedly cannot be decoded. */
  async download<T>(url: string, decode: (bytes: Uint8Array<ArrayBuffer>) => Promise<T>): Promise<T> {
    const limit = { maxBytes: MAX_FILE_BYTES, tooLargeError: () => brokenImageError("it is too large") };
    return await this.#retry("Cannot download the file", async () => {
      const { body } = await this.#send(new URL(url));
      const bytes = await readAtMost(body ?? new Blob().stream(), limit).catch((cause) => {
        throw brokenImageError("it did not arrive completely", cause);
      });
      return await decode(bytes);
    });
  }

  async #retry<T>(action: string, attempt: () => Promise<T>): Promise<T> {
    const { signal, intervalMs, wait, onWait } = this.#options;
    for (let attempts = 1;; attempts++) {
      try {
        return await attempt();
      } catch (cause) {
        signal.throwIfAborted();
        const message = `${action}: ${messageOf(cause)}`;
        const isLast = attempts === MAX_ATTEMPTS;
        if (cause instanceof RequestError || (isLast && cause instanceof ImageError)) {
          throw new RequestError(message, { cause });
        }
        const askedMs = cause instanceof BusyError ? cause.pauseMs : NaN;
        const pauseMs = askedMs > 0 ? askedMs : intervalMs * 2 ** attempts;
        if (isLast) throw new Error(message, { cause });
        if (pauseMs > MAX_PAUSE_MS) {
          throw new Error(`${message}, run again in ${Math.ceil(pauseMs / 1000)} s`, { cause });
        }
        onWait?.(message, pauseMs);
        await wait(pauseMs);
      }
    }
  }

  #send(url: URL): Promise<Response> {
    return followRedirects(url, {
      maxRedirects: MAX_REDIRECTS,
      request: (target) => this.#request(target),
      tooManyError: () => new RequestError(`the server redirects more than ${MAX_REDIRECTS} times`),
    });
  }

  async #request(url: URL): Promise<Response | URL> {
    const { contact, intervalMs, signal, wait } = this.#options;
    // Rounded up: timers ignore fractions of a millisecond.
    await wait(Math.max(0, Math.ceil(this.#nextAt - performance.now())));
    const response = await fetch(url, {
      headers: { "user-agent": `Pawkit/1.0 (${contact}) Deno/${Deno.version.deno}` },
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).finally(() => {
      // Counted from the response, so that the server never sees two requests in a shorter time than this.
      this.#nextAt = performance.now() + intervalMs;
    });
    if (response.ok) return response;
    await response.body?.cancel();
    const { status, headers } = response;
    const next = isRedirect(status) ? URL.parse(headers.get("location") ?? "", url) : null;
    // Not from https to http: anybody on the way could replace the picture.
    if (next?.protocol === "https:" || next?.protocol === url.protocol) return next;
    const message = `the server responded with status ${status}`;
    if (status === 408 || status === 429 || status >= 500) throw new BusyError(message, response);
    throw new RequestError(message);
  }
}
