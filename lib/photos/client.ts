import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { messageOf } from "@/lib/http/errors.ts";

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
  readonly fetch?: typeof fetch;
  readonly wait?: (ms: number) => Promise<void>;
}

/** A file of the wiki. */
export interface RemoteFile {
  readonly url: string;
  /** The size and the checksum that the wiki states. */
  readonly bytes: number;
  readonly sha1: string;
}

/** An error about one file. All other errors are about the wiki or the network, and end the run. */
export class FileError extends Error {
  override readonly name = "FileError";
}

/** At most one request a second: polite, and no bottleneck, because most of the time goes into downloads. */
const INTERVAL_MS = 1000;

/** How often a request is sent before the client gives up, with a longer pause each time. */
const MAX_ATTEMPTS = 6;

/** The longest pause that the client waits for. If the wiki asks for more, the run ends and can be continued later. */
const MAX_PAUSE_MS = 10 * 60_000;

const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 180_000;
const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];

/** Seconds of replication lag beyond which the wiki refuses requests of programs, so that people come first. */
const MAX_LAG = "5";

const RESPONSE = z.object({
  error: z.object({ code: z.string(), info: z.string().optional() }).optional(),
  continue: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  batchcomplete: z.boolean().optional(),
  query: z.object({ pages: z.array(z.unknown()).optional(), categorymembers: z.array(z.unknown()).optional() })
    .optional(),
});

/** A response of the API. */
export type ApiResponse = z.infer<typeof RESPONSE>;

/** An error of the wiki after which the same request may succeed later. */
class TemporaryError extends Error {
  readonly pauseMs: number | undefined;

  constructor(message: string, pauseMs?: number) {
    super(message);
    this.pauseMs = pauseMs;
  }
}

/** A file that did not arrive as it should. */
class DamageError extends Error {}

/** Sends requests to a wiki, one after the other, and waits whenever it asks to. */
export class CommonsClient {
  readonly #options: ClientOptions & Required<Pick<ClientOptions, "intervalMs" | "fetch" | "wait">>;
  #nextAt: number;

  constructor(options: ClientOptions) {
    // Ends early when the run is stopped: the wiki may have asked for minutes.
    const wait = (ms: number) => setTimeout(ms, undefined, { signal: options.signal });
    this.#options = { intervalMs: INTERVAL_MS, fetch: globalThis.fetch, wait, ...options };
    // A run that was stopped may have sent a request just now.
    this.#nextAt = performance.now() + this.#options.intervalMs;
  }

  /** Sends a query to the API. @throws {Error} if it fails repeatedly, or the wiki reports an error. */
  async query(parameters: Readonly<Record<string, string>>): Promise<ApiResponse> {
    const url = new URL(this.#options.api);
    const shared = { action: "query", format: "json", formatversion: "2", maxlag: MAX_LAG };
    for (const [name, value] of Object.entries({ ...shared, ...parameters })) url.searchParams.set(name, value);
    return await this.#retry(`Cannot query ${url.host}`, async () => {
      const response = await this.#send(url);
      const parsed = RESPONSE.safeParse(await response.json());
      if (!parsed.success) throw new TemporaryError("the response is not one of a MediaWiki API");
      const { error } = parsed.data;
      // A wiki whose servers lag behind responds with status 200 and this error.
      if (error?.code === "maxlag" || error?.code === "ratelimited" || error?.code === "readonly") {
        throw new TemporaryError(`the wiki reports "${error.code}"`, parseRetryAfter(response) ?? 5000);
      }
      if (error !== undefined) throw new FileError(`the wiki reports "${error.code}": ${error.info ?? ""}`);
      return parsed.data;
    });
  }

  /** Downloads a file and compares it with its checksum. @throws {FileError} if it is missing or stays wrong. */
  async download({ url, bytes, sha1 }: RemoteFile): Promise<Uint8Array<ArrayBuffer>> {
    return await this.#retry("Cannot download the file", async () => {
      const response = await this.#send(new URL(url));
      const body = await readAtMost(response, bytes);
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-1", body)).toHex();
      if (hash !== sha1.toLowerCase()) {
        throw new DamageError(`it differs from its checksum: must have ${bytes} bytes, got ${body.length}`);
      }
      return body;
    });
  }

  async #retry<T>(action: string, attempt: () => Promise<T>): Promise<T> {
    const { signal, intervalMs, wait, onWait } = this.#options;
    for (let attempts = 1;; attempts++) {
      try {
        return await attempt();
      } catch (error) {
        signal.throwIfAborted();
        const message = `${action}: ${messageOf(error)}`;
        const pauseMs = (error instanceof TemporaryError ? error.pauseMs : undefined) ?? intervalMs * 2 ** attempts;
        if (error instanceof FileError || (error instanceof DamageError && attempts === MAX_ATTEMPTS)) {
          throw new FileError(message, { cause: error });
        }
        if (attempts === MAX_ATTEMPTS) throw new Error(message, { cause: error });
        if (pauseMs > MAX_PAUSE_MS) {
          throw new Error(`${message}, run again in ${Math.ceil(pauseMs / 1000)} s`, { cause: error });
        }
        onWait?.(message, pauseMs);
        await wait(pauseMs);
        signal.throwIfAborted();
      }
    }
  }

  /** Sends a GET request, and follows redirects one request at a time. */
  async #send(url: URL): Promise<Response> {
    const { contact, intervalMs, fetch, signal } = this.#options;
    let target = url;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const waitMs = this.#nextAt - performance.now();
      // Rounded up: timers ignore fractions of a millisecond.
      if (waitMs > 0) await this.#options.wait(Math.ceil(waitMs));
      signal.throwIfAborted();
      const headers = { "user-agent": `Pawkit/1.0 (${contact}) Deno/${Deno.version.deno}` };
      const timeout = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(target, {
        headers,
        redirect: "manual",
        signal: AbortSignal.any([signal, timeout]),
      })
        // Counted from the response, so that the server never sees two requests in a shorter time than this.
        .finally(() => this.#nextAt = performance.now() + intervalMs);
      if (response.ok) return response;
      await response.body?.cancel();
      if (!REDIRECT_STATUSES.includes(response.status)) throw toError(response);
      const next = URL.parse(response.headers.get("location") ?? "", target);
      // Not from https to http: anybody on the way could replace the picture.
      if (next === null || (next.protocol !== "https:" && next.protocol !== url.protocol)) {
        throw new FileError("the server redirects to an invalid URL");
      }
      target = next;
    }
    throw new FileError(`the server redirects more than ${MAX_REDIRECTS} times`);
  }
}

function toError(response: Response): Error {
  const { status } = response;
  const message = `the server responded with status ${status}`;
  const isTemporary = status === 408 || status === 429 || status >= 500;
  return isTemporary ? new TemporaryError(message, parseRetryAfter(response)) : new FileError(message);
}

/** Reads `retry-after`, which is a number of seconds or a date. */
function parseRetryAfter({ headers }: Response): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

// A server that sends more than it announced must not fill the memory.
async function readAtMost(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const body = new Uint8Array(limit);
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      if (length + chunk.length > limit) throw new DamageError(`it is larger than the ${limit} bytes of the original`);
      body.set(chunk, length);
      length += chunk.length;
    }
  } catch (cause) {
    if (cause instanceof DamageError) throw cause;
    throw new DamageError(`it ends after ${length} of ${limit} bytes`, { cause });
  }
  return body.subarray(0, length);
}
