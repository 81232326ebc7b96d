import { ApiError } from "@/lib/http/errors.ts";
import type { AllowList } from "@/lib/sources/allow_list.ts";
import type { Budget, Lease } from "@/lib/sources/budget.ts";
import type { Connect, Reply } from "@/lib/sources/connection.ts";
import { tooLarge } from "@/lib/sources/data_url.ts";
import { guardTarget, type Resolve } from "@/lib/sources/address_guard.ts";
import { parseLocation, toShown } from "@/lib/sources/image_url.ts";

/** Bytes every download counts for from its start: a connection and its buffers are not free either. */
const LEAST_BYTES = 1_048_576;

/** Room for a small picture. */
const FIRST_BYTES = 65_536;

/** Statuses that send the caller elsewhere. */
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Sent with every request: who asks, and for what. No cookie, no referrer, nothing of the caller. */
const HEADERS: Readonly<Record<string, string>> = {
  "user-agent": "Pawkit/1.0 (image filter service)",
  "accept": "image/png,image/jpeg,image/webp,image/gif,image/*;q=0.8,*/*;q=0.5",
  "accept-encoding": "identity",
};

/** What is downloaded, with what a later request can ask "is it still this?" with. */
export interface Download {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The address after all redirects. */
  readonly href: string;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  /** Whether the source forbids keeping it. */
  readonly noStore: boolean;
}

/** Options of {@linkcode download}. */
export interface DownloadOptions {
  readonly isAllowed: AllowList;
  readonly resolve: Resolve;
  readonly connect: Connect;
  readonly budget: Budget;
  readonly maxBytes: number;
  readonly maxRedirects: number;
  readonly signal: AbortSignal;
  /** An earlier download of the same address: taken again when the source says that it has not changed. */
  readonly earlier?: Download | undefined;
}

/**
 * Downloads what is at a URL, checking every redirect as if the caller had named it.
 *
 * @throws {ApiError} `forbidden_address`, `source_rejected`, `source_failed`, `source_too_large` or `overloaded`.
 */
export async function download(start: URL, options: DownloadOptions): Promise<Download> {
  const lease = options.budget.lease(LEAST_BYTES);
  try {
    return await follow(start, options, lease);
  } finally {
    lease.release();
  }
}

async function follow(start: URL, options: DownloadOptions, lease: Lease): Promise<Download> {
  const { maxBytes } = options;
  let url = start;
  for (let hop = 0; hop <= options.maxRedirects; hop++) {
    const { reply, conditional } = await request(url, options);
    try {
      if (reply.status === 304 && conditional) return conditional;
      if (reply.status === 200 || reply.status === 203) return await toDownload(url, reply, { maxBytes, lease });
      url = toNextUrl(url, reply);
    } finally {
      reply.close();
    }
  }
  throw failed(`it was redirected more than ${options.maxRedirects} times`);
}

async function request(url: URL, options: DownloadOptions): Promise<{ reply: Reply; conditional?: Download }> {
  const target = await guardTarget(url, options);
  // Validators belong to the address they came from: another hop would be asked about a stranger's tag.
  const conditional = options.earlier?.href === toHref(url) ? options.earlier : undefined;
  const headers = { ...HEADERS, ...toConditions(conditional) };
  try {
    const reply = await options.connect(target, { headers, signal: options.signal });
    return conditional ? { reply, conditional } : { reply };
  } catch (cause) {
    throw failed(`"${toShown(target.host)}" ${explain(cause)}`, { cause });
  }
}

function explain(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "ECONNREFUSED") return "refuses connections";
  if (/CERT|SIGNATURE|SELF_SIGNED/.test(code)) return "has no valid certificate";
  return "cannot be connected to, or answers with something that is not HTTP";
}

function toConditions(earlier: Download | undefined): Record<string, string> {
  if (earlier?.etag !== undefined) return { "if-none-match": earlier.etag };
  return earlier?.lastModified === undefined ? {} : { "if-modified-since": earlier.lastModified };
}

function toNextUrl(url: URL, reply: Reply): URL {
  const { status } = reply;
  if (status >= 400 && status < 500) {
    throw new ApiError("source_rejected", `Cannot fetch the image as its source answered ${status}`, {
      details: { sourceStatus: status },
    });
  }
  const location = REDIRECTS.includes(status) ? header(reply, "location") : undefined;
  if (location === undefined) throw failed(`its source answered ${status}`, { details: { sourceStatus: status } });
  const next = parseLocation(location, url);
  if (next === undefined) throw failed("its source redirects to something that is no plain web address");
  return next;
}

interface Limits {
  readonly maxBytes: number;
  readonly lease: Lease;
}

async function toDownload(url: URL, reply: Reply, limits: Limits): Promise<Download> {
  assertPlain(reply);
  const length = Number(header(reply, "content-length") ?? 0);
  if (length > limits.maxBytes) throw tooLarge(limits.maxBytes, length);
  return {
    bytes: await readBody(reply, limits),
    href: toHref(url),
    etag: toValidator(header(reply, "etag")),
    lastModified: toValidator(header(reply, "last-modified")),
    noStore: /\bno-store\b/i.test(header(reply, "cache-control") ?? ""),
  };
}

// It is sent back later: what is long or odd would get every later request refused.
function toValidator(value: string | undefined): string | undefined {
  return value !== undefined && /^[\x20-\x7e]{1,200}$/.test(value) ? value : undefined;
}

// Identity was asked for: unpacking what comes instead is how 10 KB become 10 GB.
function assertPlain(reply: Reply): void {
  const encoding = header(reply, "content-encoding") ?? "identity";
  const transfer = header(reply, "transfer-encoding") ?? "chunked";
  if (encoding.toLowerCase() !== "identity" || transfer.toLowerCase() !== "chunked") {
    throw failed("the source compressed it although it was asked not to");
  }
}

// Copied into one buffer as it comes: a million small pieces kept until the end take a hundred times their bytes.
async function readBody(reply: Reply, { maxBytes, lease }: Limits): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(FIRST_BYTES);
  let size = 0;
  try {
    for await (const chunk of reply.body) {
      const end = size + chunk.length;
      if (end > maxBytes) throw tooLarge(maxBytes, end);
      if (end > bytes.length) bytes = grow(bytes, Math.min(maxBytes, end * 2), lease);
      bytes.set(chunk, size);
      size = end;
    }
  } catch (cause) {
    throw cause instanceof ApiError ? cause : failed("its source's answer could not be read to the end", { cause });
  }
  return new Uint8Array(bytes.buffer.transfer(size));
}

function grow(bytes: Uint8Array<ArrayBuffer>, length: number, lease: Lease): Uint8Array<ArrayBuffer> {
  lease.grow(length);
  return new Uint8Array(bytes.buffer.transfer(length));
}

function header(reply: Reply, name: string): string | undefined {
  const value = reply.headers[name];
  return typeof value === "string" ? value : value?.[0];
}

function toHref(url: URL): string {
  return url.href.slice(0, url.href.length - url.hash.length);
}

function failed(reason: string, options: ConstructorParameters<typeof ApiError>[2] = {}): ApiError {
  return new ApiError("source_failed", `Cannot fetch the image as ${reason}`, options);
}
