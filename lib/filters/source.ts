import { withDeadline } from "@/lib/async/deadline.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { createAllowedHosts } from "@/lib/sources/address_guard.ts";
import { type Connect, connect as connectToAddress } from "@/lib/sources/connection.ts";
import { type Download, download, type DownloadInfo } from "@/lib/sources/download.ts";
import { limitFreshness, UNSTATED_SECONDS } from "@/lib/sources/freshness.ts";
import { hasControlCharacters, parseDataUrl, parseImageUrl } from "@/lib/sources/image_url.ts";
import type { ServicePicture, SizedDrawing } from "@/lib/sources/service_picture.ts";
import { isServiceUrl } from "@/lib/sources/service_url.ts";
import { createResolver, type Resolve } from "@/lib/sources/resolver.ts";
import { invalidUrlError, sourceTimeoutError } from "@/lib/sources/source_errors.ts";
import { redactUrl } from "@/lib/text/redact.ts";
import type { Work } from "@/lib/workers/work.ts";
import { ONE_DAY_SECONDS } from "@/lib/http/cache_control.ts";

/** Where an image comes from and how long it may be used. That applies to what is made of it, too. */
export interface SourceInfo extends DownloadInfo {
  /** Until when it may be used without asking its server again; see {@linkcode SourceOptions.now}. */
  readonly freshUntil: number;
  /** When its server was asked, from which its age counts (RFC 9111). */
  readonly askedAt: number;
}

/** A caller's image, not yet decoded. */
export interface Source extends SourceInfo {
  /** A file, which nobody else has, or a drawing. Missing if the image has not changed since the previous time. */
  readonly image: Uint8Array<ArrayBuffer> | SizedDrawing | undefined;
}

/** Options of {@linkcode loadSource}. */
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
  /** Finds a picture of this service by its path; `undefined` if there is none that can be filtered. */
  readonly findServicePicture: (url: URL) => Promise<ServicePicture | undefined>;
  readonly resolve?: Resolve;
  readonly connect?: Connect;
  /** Returns the milliseconds since a fixed moment; by default `performance.now()`. */
  readonly now?: () => number;
}

/** An image to load. */
export interface SourceRequest {
  /** A web URL, a `data:` URL, or a path of this service. */
  readonly imageRef: string;
  /** The work that the image is for. */
  readonly work: Work;
  /** What was loaded the previous time. Its server is asked whether the image has changed since. */
  readonly previous?: DownloadInfo | undefined;
}

/**
 * Loads the image that a caller named.
 *
 * @throws {ApiError} `invalid_parameter`, `unsupported_format`, `forbidden_address`, `source_rejected`,
 * `source_failed`, `source_timeout`, `source_too_large` or `overloaded`; the reason of the signal of the work.
 */
export async function loadSource(request: SourceRequest, options: SourceOptions): Promise<Source> {
  const { now = () => performance.now() } = options;
  const askedAt = now();
  const loaded = await loadImage(request, options);
  return { ...loaded, askedAt, freshUntil: askedAt + 1000 * loaded.freshSeconds };
}

type LoadedImage = Omit<Source, "askedAt" | "freshUntil">;

async function loadImage(request: SourceRequest, options: SourceOptions): Promise<LoadedImage> {
  const { imageRef } = request;
  if (imageRef.startsWith("/")) return await loadServicePicture(request, options);
  if (/^data:/i.test(imageRef)) {
    return { ...LOCAL, image: parseDataUrl(imageRef, options.maxSourceBytes), finalUrl: "", etag: undefined };
  }
  const { bytes, ...info } = await fetchImage(request, options);
  return { ...info, image: bytes };
}

/** How long what is made of an image without a server may be used. */
const LOCAL = {
  noStore: false,
  maxAgeSeconds: ONE_DAY_SECONDS,
  freshSeconds: ONE_DAY_SECONDS,
  lastModified: undefined,
} as const;

/** One for all requests, because it limits how many names are resolved at a time. */
const systemResolver = createResolver();

async function fetchImage({ imageRef, work, previous }: SourceRequest, options: SourceOptions): Promise<Download> {
  const url = parseImageUrl(imageRef);
  const { resolve = systemResolver, connect = connectToAddress, maxSourceBytes: maxBytes, maxRedirects } = options;
  const { baseUrl, isOwnPort, sourceTimeoutMs: ms } = options;
  const isAllowed = createAllowedHosts(options.allowPrivateHosts);
  const isService = (target: URL) => baseUrl !== undefined && isServiceUrl(target, baseUrl);
  const deadline = { ms, signal: work.signal, onTimeout: () => sourceTimeoutError(ms) };
  return await withDeadline(deadline, (signal) => {
    const limits = { isAllowed, isService, isOwnPort, resolve, connect, maxBytes, maxRedirects };
    const acquireLookup = (stopped: AbortSignal) => work.acquireLookup(stopped);
    const onReceived = (bytes: number) => work.receive(bytes);
    return download(url, { ...limits, acquireLookup, onReceived, signal, previous });
  });
}

async function loadServicePicture(request: SourceRequest, options: SourceOptions): Promise<LoadedImage> {
  const { imageRef: path, previous } = request;
  // "//host/…" is a URL of another server.
  const url = path.startsWith("//") || hasControlCharacters(path) ? null : URL.parse(path, "http://service.invalid");
  if (url === null) throw invalidUrlError(path, "must be a URL or a path of this service");
  const picture = await options.findServicePicture(url).catch((error: unknown) => {
    // An escape that does not decode to text, such as in `/cat/%FF.png`.
    throw error instanceof URIError ? invalidUrlError(path, "must have valid percent-escapes") : error;
  });
  if (picture === undefined) {
    const reason = "must be a picture of an animal or a status (/cat/Ada.png, /images/animals/… or /404.png)";
    throw new ApiError("source_rejected", `Cannot filter the image: ${reason}, got "${redactUrl(path)}"`, {
      details: { sourceStatus: 404 },
    });
  }
  const { etag, cache: { directives: { maxAgeSeconds } } } = picture.options;
  const freshness = { ...LOCAL, maxAgeSeconds, freshSeconds: Math.min(maxAgeSeconds, UNSTATED_SECONDS) };
  if ("url" in picture) {
    const { bytes, ...info } = await fetchImage({ ...request, imageRef: picture.url }, options);
    return { ...info, ...limitFreshness(info, freshness), image: bytes };
  }
  // The URL is compared, too, because the previous picture may be one of another server.
  const isSame = etag !== undefined && etag === previous?.etag && path === previous.finalUrl;
  // Copied, because a cache has the bytes, and those of a job are transferred to its worker.
  const toImage = () => "draw" in picture ? picture.draw() : picture.read().slice();
  return { ...freshness, image: isSame ? undefined : toImage(), finalUrl: path, etag };
}
