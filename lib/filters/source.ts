import { LRUCache } from "lru-cache";
import { withDeadline } from "@/lib/async/deadline.ts";
import type { MemoryBudget } from "@/lib/async/memory_budget.ts";
import { SingleFlight } from "@/lib/async/single_flight.ts";
import { toCallerError } from "@/lib/filters/errors.ts";
import type { ContentKey, ImageRef } from "@/lib/filters/keys.ts";
import type { Caller } from "@/lib/http/caller.ts";
import { ApiError, concernsOnlyCaller } from "@/lib/http/errors.ts";
import { createAllowedHosts } from "@/lib/sources/address_guard.ts";
import { type Connect, connect as connectToAddress } from "@/lib/sources/connection.ts";
import { type Download, download } from "@/lib/sources/download.ts";
import { type Freshness, UNSTATED_SECONDS } from "@/lib/sources/freshness.ts";
import { hasControlCharacters, parseDataUrl, parseImageUrl } from "@/lib/sources/image_url.ts";
import { isServiceUrl } from "@/lib/sources/own_service.ts";
import { createResolver, type Resolve } from "@/lib/sources/resolver.ts";
import { invalidUrlError, sourceTimeoutError } from "@/lib/sources/source_errors.ts";

/** Bytes of cached sources, so that six filters of one image download it once. */
const DEFAULT_CACHE_BYTES = 33_554_432;

/** Memory that a cache entry takes in addition to its bytes. */
const ENTRY_BYTES = 1024;

/** A caller's image, not yet decoded. What its server says about caching applies to what is made of it, too. */
export interface Source extends Partial<Freshness> {
  /** Shared with other callers unless {@linkcode isExclusive}: copy before transferring or writing. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether no cache and no other caller has the bytes. */
  readonly isExclusive?: boolean;
  /** Missing if nothing made of it is cached. */
  readonly contentKey?: ContentKey;
  /**
   * Until when it, and what was made of it, may be used without asking its server again; see {@linkcode
   * SourceOptions.now}.
   */
  readonly freshUntil: number;
  /** When its server was last asked, from which its age counts (RFC 9111). Missing if it has no server. */
  readonly askedAt?: number | undefined;
  /** Whether its server was asked for this caller. */
  readonly isForwarded?: boolean;
  /** The bytes that arrived for this caller; none of a cached source. */
  readonly receivedBytes?: number;
}

/** Options of {@linkcode createSourceLoader}. */
export interface SourceOptions {
  /** `host[:port]` entries that are allowed although they are private. */
  readonly allowPrivateHosts: readonly string[];
  readonly maxSourceBytes: number;
  readonly maxRedirects: number;
  /** The origin of this service, which filters do not send requests to, not even after a redirect. */
  readonly baseUrl?: string | undefined;
  /** Returns whether this service listens on a port of this machine. */
  readonly isOwnPort?: (port: number) => boolean;
  /** Time for everything from DNS to the last byte. */
  readonly sourceTimeoutMs: number;
  /** Finds a picture that this service serves itself, drawn or from the operator, by its path (`/images/…`). */
  readonly findServicePicture: (
    url: URL,
    caller: Caller,
  ) => Promise<{ bytes: Source["bytes"]; etag: string } | undefined>;
  /** The memory of all work in progress. */
  readonly memory: MemoryBudget;
  readonly cacheBytes?: number;
  readonly resolve?: Resolve;
  readonly connect?: Connect;
  /** Returns the milliseconds since a fixed moment; by default `performance.now()`. */
  readonly now?: () => number;
}

/**
 * Loads the image that a caller named: a web URL, a `data:` URL, or a path of this service.
 *
 * @throws {ApiError} `invalid_parameter`, `unsupported_format`, `forbidden_address`, `source_rejected`,
 * `source_failed`, `source_timeout`, `source_too_large` or `overloaded`; an error of `acquire`; the reason of `signal`.
 */
export type LoadSource = (imageRef: ImageRef, caller: Caller) => Promise<Source>;

/** What was loaded, and the download if it came from a web URL. */
type LoadedSource = Omit<Source, "freshUntil"> & { readonly download?: Download };

/**
 * Creates the loader. It uses a source for as long as its headers allow, or a minute if they say nothing, and then asks
 * its server whether it has changed.
 */
export function createSourceLoader(options: SourceOptions): LoadSource {
  const { cacheBytes = DEFAULT_CACHE_BYTES, maxSourceBytes, now = () => performance.now() } = options;
  // The limits of one caller do not concern the others that need the same image.
  const flights = new SingleFlight<Source>(concernsOnlyCaller);
  const fetchImage = createFetcher(options);
  const cache = new LRUCache<ImageRef, Source & LoadedSource>({
    maxSize: cacheBytes,
    // A million sources of one byte take more than a megabyte, and a data: URL takes as much as its bytes.
    sizeCalculation: ({ bytes }, imageRef) => bytes.length + imageRef.length + ENTRY_BYTES,
  });

  async function load(imageRef: ImageRef, caller: Caller): Promise<LoadedSource> {
    if (imageRef.startsWith("/")) return await loadOwnPicture(imageRef, options, caller);
    if (/^data:/i.test(imageRef)) return await toSource(parseDataUrl(imageRef, maxSourceBytes));
    const stale = cache.get(imageRef);
    const fetched = await fetchImage(parseImageUrl(imageRef), stale?.download, caller);
    const isSame = stale !== undefined && fetched.bytes === stale.bytes;
    const { noStore, maxAgeSeconds } = fetched;
    if (noStore) return { bytes: fetched.bytes, noStore, download: fetched };
    return { ...isSame ? stale : await toSource(fetched.bytes), noStore, maxAgeSeconds, download: fetched };
  }

  return async (imageRef, caller) => {
    const cached = cache.get(imageRef);
    if (cached !== undefined && now() < cached.freshUntil) return cached;
    return await flights.run(imageRef, async (sharedSignal) => {
      try {
        const askedAt = now();
        const loaded = await load(imageRef, { ...caller, signal: sharedSignal });
        const freshUntil = askedAt + 1000 * (loaded.maxAgeSeconds ?? UNSTATED_SECONDS);
        const isForwarded = loaded.download !== undefined;
        const source = { ...loaded, freshUntil, ...(isForwarded && { askedAt }) };
        const isNew = isForwarded && loaded.bytes !== cache.get(imageRef)?.bytes;
        if (!source.noStore) cache.set(imageRef, source);
        else cache.delete(imageRef);
        if (!isNew) return { ...source, isForwarded };
        const isExclusive = source.noStore === true && flights.end(imageRef) === 1;
        return { ...source, isForwarded, isExclusive, receivedBytes: source.bytes.length };
      } catch (error) {
        // An escape in a path of this service, such as `/cat/%FF.png`, that is no text.
        const isMalformed = error instanceof URIError;
        throw toCallerError(isMalformed ? invalidUrlError(imageRef, "must have valid percent-escapes") : error);
      }
    }, caller.signal);
  };
}

type FetchImage = (url: URL, previous: Download | undefined, caller: Caller) => Promise<Download>;

function createFetcher(options: SourceOptions): FetchImage {
  const { resolve = createResolver(), connect = connectToAddress, maxSourceBytes: maxBytes, maxRedirects } = options;
  const { baseUrl, isOwnPort, sourceTimeoutMs: ms, memory } = options;
  const isAllowed = createAllowedHosts(options.allowPrivateHosts);
  const isService = (url: URL) => baseUrl !== undefined && isServiceUrl(url, baseUrl);
  const lookups = new SingleFlight<readonly string[]>();
  // Callers that need the same name at the same time share one query. Each of them still checks the addresses.
  const resolveOnce: Resolve = (name, signal) => {
    return lookups.run(name, (sharedSignal) => resolve(name, sharedSignal), signal);
  };
  const shared = { isAllowed, isService, isOwnPort, resolve: resolveOnce, connect, memory, maxBytes, maxRedirects };
  return (url, previous, caller) =>
    withDeadline({ ms, signal: caller.signal, onTimeout: () => sourceTimeoutError(ms) }, (signal) => {
      return download(url, { ...shared, ...caller, signal, previous });
    });
}

async function loadOwnPicture(
  path: ImageRef,
  { findServicePicture }: SourceOptions,
  caller: Caller,
): Promise<LoadedSource> {
  // "//host/…" is a URL of another server.
  const url = path.startsWith("//") || hasControlCharacters(path) ? null : URL.parse(path, "http://service.invalid");
  if (url === null) throw invalidUrlError(path, "must be a URL or a path of this service");
  // The SVG of a drawing cannot be filtered, but the PNG has the same content.
  url.pathname = url.pathname.replace(/\.svg$/, ".png");
  const picture = await findServicePicture(url, caller);
  if (picture !== undefined) {
    return { bytes: picture.bytes, contentKey: `service-${url.pathname}-${picture.etag}` as ContentKey };
  }
  throw new ApiError("source_rejected", "Cannot filter the image: this service has no picture at this path", {
    details: { sourceStatus: 404 },
  });
}

async function toSource(bytes: Uint8Array<ArrayBuffer>): Promise<LoadedSource> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return { bytes, contentKey: `sha256-${hash.toHex()}` as ContentKey };
}
