import { eTag } from "@std/http";
import { LRUCache } from "lru-cache";
import type { FilePicture } from "@/lib/content/operator_picture.ts";
import { type AnimalKind, ANIMALS, planAnimal } from "@/lib/content/animals/mod.ts";
import {
  DEFAULT_SIZE,
  type DrawingOptions,
  PICTURE_TYPES,
  type PictureType,
  toMediaType,
} from "@/lib/content/variant.ts";
import { type Caller, SERVICE } from "@/lib/http/caller.ts";
import { CONTENT_SECURITY, PICTURE_HEADERS } from "@/lib/http/content_security.ts";
import { Bill, DRAWING_PRICE } from "@/lib/http/price.ts";
import { ONE_WEEK, ReusableResponse } from "@/lib/http/responses.ts";
import type { RenderedPicture, Renderer } from "@/lib/workers/renderer.ts";
import type { Drawing } from "@pawkit/images/svg";

/**
 * Returns the picture of a kind by its file name, such as `io1dwf90.png`, or `undefined` if there is none.
 *
 * @throws {ApiError} an error of the caller's `take` or of the renderer.
 * @throws the reason of the caller's signal if it aborts.
 */
export type LoadPicture = (
  kind: string,
  file: string,
  options?: LoadPictureOptions,
) => Promise<ReusableResponse | undefined>;

/** Options of {@linkcode LoadPicture}. */
export interface LoadPictureOptions extends Partial<DrawingOptions> {
  /** Whether a drawing is loaded as text for a terminal, of which `size` is the number of columns. */
  readonly isText?: boolean;
  /** Who pays for drawing it if it is not cached. */
  readonly caller?: Caller;
}

const SVG_OPTIONS = {
  type: toMediaType("svg"),
  cache: ONE_WEEK,
  headers: { ...PICTURE_HEADERS, ...CONTENT_SECURITY.file },
};

/** The longest file name: a hash and an extension. Longer names are rejected at once. */
export const MAX_FILE_CHARACTERS = 24;

/** The memory that a cached picture needs besides its bytes. */
const ENTRY_BYTES = 200;

/** Options of {@linkcode createPictureLoader}. */
export interface PictureLoaderOptions {
  /** Finds a file of the operator. */
  readonly findFilePicture: (kind: AnimalKind, file: string) => FilePicture | undefined;
  /** The size of the cache. */
  readonly cacheBytes: number;
  readonly render: Renderer;
  /** Counts the pictures that were cached, or not. */
  readonly counts?: Record<"hit" | "miss", number>;
}

/**
 * Creates the loader of the operator's files and of the drawings. Each request for a drawing waits for its own turn,
 * and finds it in the cache then if another one has made it.
 */
export function createPictureLoader(
  { findFilePicture, cacheBytes, render, counts = { hit: 0, miss: 0 } }: PictureLoaderOptions,
): LoadPicture {
  const cache = new LRUCache<string, ReusableResponse>({
    maxSize: cacheBytes,
    sizeCalculation: ({ length }) => length + ENTRY_BYTES,
  });
  const getCached = (key: string) => {
    const cached = cache.get(key);
    if (cached !== undefined) counts.hit++;
    return cached;
  };
  const store = (key: string | undefined, picture: ReusableResponse) => {
    counts.miss++;
    if (key !== undefined) cache.set(key, picture);
    return picture;
  };

  return async (kind, file, options = {}) => {
    const animal = ANIMALS.find((each) => each === kind);
    if (animal === undefined || file.length > MAX_FILE_CHARACTERS) return undefined;
    const filePicture = findFilePicture(animal, file);
    if (filePicture !== undefined) {
      // A key of its own, so that a file that the operator has removed is not found in the cache. The header `link` is
      // cached too, and its licence can change without the file. Nothing else notices that a file was replaced.
      const version = await filePicture.readVersion();
      const key = version && `file ${kind}/${file} ${filePicture.credit?.licenseUrl} ${version}`;
      const cached = key && getCached(key);
      if (cached) return cached;
      const picture = await loadFilePicture(filePicture);
      return picture && store(key, picture);
    }
    const plan = planDrawing({ ...options, kind: animal, file });
    if (plan === undefined) return undefined;
    const { key, format, width, radius, draw } = plan;
    const cached = getCached(key);
    if (cached !== undefined) return cached;
    if (format === "svg") return store(key, await ReusableResponse.of(draw(), SVG_OPTIONS));
    const { caller = SERVICE } = options;
    caller.take(DRAWING_PRICE.taken - 1);
    const bill = new Bill(DRAWING_PRICE, caller.charge);
    try {
      const turn = { caller, bill, findResult: () => getCached(key) };
      const rendered = await render({ svg: draw(), width, radius, format }, turn);
      if (rendered instanceof ReusableResponse) return rendered;
      return store(key, toResponse(rendered, format === "txt" ? TERMINAL_TYPE : toMediaType(format)));
    } finally {
      bill.endRequest();
    }
  };
}

/** The type of a drawing for terminals. */
const TERMINAL_TYPE = "text/plain; charset=utf-8";

async function loadFilePicture(picture: FilePicture): Promise<ReusableResponse | undefined> {
  const bytes = await picture.load();
  if (bytes === undefined) return undefined;
  const licenseUrl = picture.credit?.licenseUrl;
  const link = licenseUrl === undefined ? {} : { link: `<${licenseUrl}>; rel="license"` };
  return toResponse({ bytes, etag: await eTag(bytes) }, picture.mediaType, link);
}

interface DrawingRequest extends Omit<LoadPictureOptions, "caller"> {
  readonly kind: AnimalKind;
  readonly file: string;
}

/** A drawing that has not been drawn yet. */
interface DrawingPlan extends Required<Pick<Drawing, "width" | "radius">> {
  /** Equal for equal pictures, whatever the request. */
  readonly key: string;
  readonly format: PictureType | "txt";
  readonly draw: () => string;
}

function planDrawing(request: DrawingRequest): DrawingPlan | undefined {
  const { kind, file, size = DEFAULT_SIZE, view = "full", isBare = false, isText = false } = request;
  const [id = "", extension = "", ...rest] = file.split(".");
  const type = PICTURE_TYPES.find((each) => each === extension);
  if (rest.length > 0 || type === undefined) return undefined;
  const format = isText ? "txt" : type;
  // An SVG scales by itself, and so do its corners.
  const width = format === "svg" ? DEFAULT_SIZE : size;
  const radius = Math.min(request.radius ?? 0, width / 2);
  const animal = planAnimal(kind, id, { isBare, view, radius: format === "svg" ? radius : 0 });
  const key = `${kind}/${id}.${format} ${width} ${view} ${radius} ${isBare}`;
  return animal && { key, format, width, radius, draw: animal.draw };
}

function toResponse({ bytes, etag }: RenderedPicture, type: string, headers = {}): ReusableResponse {
  return new ReusableResponse(bytes, { type, cache: ONE_WEEK, etag, headers: { ...PICTURE_HEADERS, ...headers } });
}
