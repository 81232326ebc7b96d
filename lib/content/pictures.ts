import { eTag } from "@std/http";
import { LRUCache } from "lru-cache";
import type { FilePicture } from "@/lib/content/operator_picture.ts";
import { type AnimalKind, ANIMALS, planAnimal } from "@pawkit/animals";
import { PICTURE_TYPES, type PictureType, PREVIEW } from "@/lib/content/parameters.ts";
import { DEFAULT_SIZE, type DrawingOptions, toMediaType } from "@/lib/content/variant.ts";
import { CONTENT_SECURITY, PICTURE_HEADERS } from "@/lib/http/content_security.ts";
import { ONE_WEEK } from "@/lib/http/cache_control.ts";
import { ReusableResponse } from "@/lib/http/reusable_response.ts";
import type { SizedDrawing } from "@/lib/sources/service_picture.ts";
import type { JobResult } from "@/lib/workers/job.ts";

/** How a picture is found. */
export interface FindPictureOptions extends Partial<DrawingOptions> {
  /** Whether a drawing is text for a terminal, of which `size` is the number of columns. */
  readonly isText?: boolean;
}

/** A picture of this service. */
export type FoundPicture = ReadyPicture | UndrawnPicture;

/** A file of the operator, an SVG, or a drawing that is cached. */
interface ReadyPicture {
  /** Equal for equal drawings, whatever the request. A file has none. */
  readonly key?: string;
  readonly response: ReusableResponse;
}

/** A drawing that has to be rendered by a worker. */
export interface UndrawnPicture {
  readonly key: string;
  readonly type: string;
  /** Draws the SVG document, which takes a millisecond. */
  readonly draw: () => SizedDrawing;
}

const SVG_OPTIONS = {
  type: toMediaType("svg"),
  cache: ONE_WEEK,
  headers: { ...PICTURE_HEADERS, ...CONTENT_SECURITY.file },
};

/** The type of a drawing for terminals. */
const TERMINAL_TYPE = "text/plain; charset=utf-8";

/** The longest file name: a hash and an extension. Longer names are rejected at once. */
export const MAX_FILE_CHARACTERS = 24;

/** The memory that a cached picture needs besides its bytes. */
const ENTRY_BYTES = 200;

/** Options of {@linkcode Pictures}. */
export interface PicturesOptions {
  /** Finds a file of the operator. */
  readonly findFilePicture: (kind: AnimalKind, file: string) => FilePicture | undefined;
  /** The size of the cache. */
  readonly cacheBytes: number;
}

/** The operator's files and the drawings, and a cache of both. */
export class Pictures {
  /** How many pictures came from the cache, and how many were drawn or read. */
  readonly counts: Record<"hit" | "miss", number> = { hit: 0, miss: 0 };
  readonly #findFilePicture: PicturesOptions["findFilePicture"];
  readonly #cache: LRUCache<string, ReusableResponse>;

  constructor({ findFilePicture, cacheBytes }: PicturesOptions) {
    this.#findFilePicture = findFilePicture;
    this.#cache = new LRUCache({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length + ENTRY_BYTES });
  }

  /** Finds the picture of a kind by its file name, such as `io1dwf90.png`; `undefined` if there is none. */
  async find(kind: string, file: string, options: FindPictureOptions = {}): Promise<FoundPicture | undefined> {
    const animal = ANIMALS.find((each) => each === kind);
    if (animal === undefined || file.length > MAX_FILE_CHARACTERS) return undefined;
    const filePicture = this.#findFilePicture(animal, file);
    if (filePicture !== undefined) {
      const response = await this.#loadFile(`${kind}/${file}`, filePicture);
      return response && { response };
    }
    const plan = planDrawing({ ...options, kind: animal, file });
    if (plan === undefined) return undefined;
    const { key, format, width, height, radius, drawSvg } = plan;
    const cached = this.getCached(key);
    if (cached !== undefined) return { key, response: cached };
    if (format === "svg") return { key, response: this.#add(key, await ReusableResponse.of(drawSvg(), SVG_OPTIONS)) };
    const type = format === "txt" ? TERMINAL_TYPE : toMediaType(format);
    return { key, type, draw: () => ({ svg: drawSvg(), width, height, radius, format }) };
  }

  /** Returns a drawing that is cached. */
  getCached(key: string): ReusableResponse | undefined {
    const cached = this.#cache.get(key);
    if (cached !== undefined) this.counts.hit++;
    return cached;
  }

  /** Stores a drawing that a worker has rendered. */
  store({ key, type }: UndrawnPicture, rendered: Pick<JobResult, "bytes" | "etag">): ReusableResponse {
    return this.#add(key, toResponse(rendered, type));
  }

  #add(key: string | undefined, picture: ReusableResponse): ReusableResponse {
    this.counts.miss++;
    if (key !== undefined) this.#cache.set(key, picture);
    return picture;
  }

  async #loadFile(path: string, picture: FilePicture): Promise<ReusableResponse | undefined> {
    // A key of its own, so that a file that the operator has removed is not found in the cache. The header `link` is
    // cached too, and its licence can change without the file. Nothing else notices that a file was replaced.
    const version = await picture.readVersion();
    const licenseUrl = picture.credit?.licenseUrl;
    const key = version && `file ${path} ${licenseUrl} ${version}`;
    const cached = key && this.getCached(key);
    if (cached) return cached;
    const bytes = await picture.load();
    if (bytes === undefined) return undefined;
    const link = licenseUrl === undefined ? {} : { link: `<${licenseUrl}>; rel="license"` };
    return this.#add(key, toResponse({ bytes, etag: await eTag(bytes) }, picture.mediaType, link));
  }
}

interface DrawingRequest extends FindPictureOptions {
  readonly kind: AnimalKind;
  readonly file: string;
}

interface DrawingPlan extends Required<Pick<SizedDrawing, "width" | "height" | "radius">> {
  readonly key: string;
  readonly format: PictureType | "txt";
  readonly drawSvg: () => string;
}

function planDrawing(request: DrawingRequest): DrawingPlan | undefined {
  const { kind, file, size = DEFAULT_SIZE, view = "full", isBare = false, isText = false } = request;
  const [id = "", extension = "", ...rest] = file.split(".");
  const type = PICTURE_TYPES.find((each) => each === extension);
  if (rest.length > 0 || type === undefined) return undefined;
  const format = isText ? "txt" : type;
  // An SVG scales by itself, and so do its corners.
  const width = format === "svg" ? DEFAULT_SIZE : size;
  const height = view === "preview" ? PREVIEW.height : width;
  const radius = Math.min(request.radius ?? 0, width / 2);
  const animal = planAnimal(kind, id, { isBare, view, radius: format === "svg" ? radius : 0 });
  const key = `${kind}/${id}.${format} ${width} ${view} ${radius} ${isBare}`;
  return animal && { key, format, width, height, radius, drawSvg: animal.draw };
}

function toResponse(
  { bytes, etag }: Pick<JobResult, "bytes" | "etag">,
  type: string,
  headers: Readonly<Record<string, string>> = {},
): ReusableResponse {
  return new ReusableResponse(bytes, { type, cache: ONE_WEEK, etag, headers: { ...PICTURE_HEADERS, ...headers } });
}
