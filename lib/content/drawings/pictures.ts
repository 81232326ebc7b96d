import { eTag } from "@std/http";
import { LRUCache } from "lru-cache";
import { type AnimalKind, ANIMALS } from "@pawkit/animals";
import { type DrawingPlan, planDrawing } from "@/lib/content/drawings/drawing_plan.ts";
import type { OperatorFolder } from "@/lib/content/operator_pictures/operator_folder.ts";
import type { FilePicture, UrlPicture } from "@/lib/content/operator_pictures/operator_picture.ts";
import { PICTURE_TYPES, TYPE_SYNONYMS } from "@/lib/content/parameters.ts";
import type { DrawnAnimal, PickedAnimal } from "@/lib/content/drawings/picked_animal.ts";
import { DEFAULT_SIZE, type DrawingOptions, type PictureVariant, toMediaType } from "@/lib/content/drawings/variant.ts";
import { CONTENT_SECURITY, PICTURE_HEADERS } from "@/lib/http/content_security.ts";
import { ONE_WEEK } from "@/lib/http/cache_control.ts";
import { ReusableResponse } from "@/lib/http/reusable_response.ts";
import { getOwn } from "@/lib/parameters/get_own.ts";
import type { SizedDrawing } from "@/lib/sources/service_picture.ts";
import { estimateDrawing } from "@/lib/workers/cost.ts";
import type { Pool } from "@/lib/workers/pool.ts";
import type { Work } from "@/lib/workers/work.ts";

/** A picture of this service. */
export type FoundPicture = ReadyPicture | UndrawnPicture;

/** A file of the operator, an SVG, or a drawing that is cached. */
interface ReadyPicture {
  /** The key of the drawing. A file has none. */
  readonly key?: string;
  readonly response: ReusableResponse;
}

/** A drawing that a worker has to render: see {@linkcode Pictures.render}. */
export interface UndrawnPicture {
  /** Equal for equal drawings, whatever the request. */
  readonly key: string;
  /** Draws the SVG document, which takes a millisecond, or those of all tiles. */
  readonly draw: () => SizedDrawing;
}

/** The longest file name: a hash and an extension. Longer names are rejected at once. */
export const MAX_FILE_CHARACTERS = 24;

/** The size of the cache: about a thousand pictures. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** The memory that a cached picture takes in addition to its bytes and its key: 2.2 KB were measured. */
const ENTRY_BYTES = 2200;

/** Options of {@linkcode Pictures}. */
export interface PicturesOptions {
  /** Renders the drawings. */
  readonly pool: Pick<Pool, "run">;
  /** The files of the operator, if there is a folder. */
  readonly files?: Pick<OperatorFolder, "find"> | undefined;
  readonly cacheBytes?: number;
}

/** The pictures of this service: the operator's files and the drawings, in one cache. */
export class Pictures {
  /** How many pictures came from the cache, and how many were drawn or read. */
  readonly counts: Record<"hit" | "miss", number> = { hit: 0, miss: 0 };
  readonly #pool: PicturesOptions["pool"];
  readonly #files: PicturesOptions["files"];
  readonly #cache: LRUCache<string, ReusableResponse>;

  constructor({ pool, files, cacheBytes = CACHE_BYTES }: PicturesOptions) {
    this.#pool = pool;
    this.#files = files;
    this.#cache = new LRUCache({
      maxSize: cacheBytes,
      sizeCalculation: ({ length }, key) => length + key.length + ENTRY_BYTES,
    });
  }

  /**
   * Finds the picture of one animal, or of several side by side; `undefined` if it is a file that has just been
   * removed, or if one of several is not drawn.
   */
  async find(
    animals: readonly PickedAnimal[],
    variant: PictureVariant,
  ): Promise<FoundPicture | UrlPicture | undefined> {
    const drawn = animals.filter((animal) => "id" in animal);
    if (drawn.length === animals.length) return await this.findDrawing(drawn, variant);
    const [only, ...others] = animals.filter((animal) => "picture" in animal);
    if (only === undefined || others.length + drawn.length > 0) return undefined;
    return "url" in only.picture ? only.picture : await this.#loadFile(only.kind, only.picture);
  }

  /** Finds the drawing of one animal or of several; `undefined` if the id of one is not one. */
  async findDrawing(animals: readonly DrawnAnimal[], variant: PictureVariant): Promise<FoundPicture | undefined> {
    const plan = planDrawing(animals, variant);
    return plan && await this.#findPlanned(plan);
  }

  /** Finds the picture of a kind by its file name, such as `io1dwf90.png`; `undefined` if there is none. */
  async findFile(kind: string, file: string, options?: DrawingOptions): Promise<FoundPicture | undefined> {
    const animal = ANIMALS.find((each) => each === kind);
    if (animal === undefined || file.length > MAX_FILE_CHARACTERS) return undefined;
    const picture = this.#files?.find(animal, file);
    if (picture !== undefined) return await this.#loadFile(animal, picture);
    const [id = "", ending = "", ...rest] = file.split(".");
    // Cameras and some systems write extensions in capitals.
    const extension = ending.toLowerCase();
    const type = PICTURE_TYPES.find((each) => each === extension) ?? getOwn(TYPE_SYNONYMS, extension);
    if (type === undefined || rest.length > 0) return undefined;
    return await this.findDrawing([{ kind: animal, id }], { size: DEFAULT_SIZE, ...options, type });
  }

  /** Returns a drawing that is cached. */
  getCached(key: string): ReusableResponse | undefined {
    const cached = this.#cache.get(key);
    if (cached !== undefined) this.counts.hit++;
    return cached;
  }

  /**
   * Renders a drawing, unless another request has done so when its turn comes.
   *
   * @throws {ApiError} `overloaded` or `filter_timeout`.
   * @throws the reason of the signal of the work.
   */
  async render({ key, draw }: UndrawnPicture, work: Work): Promise<ReusableResponse> {
    const job = draw();
    const drawn = await this.#pool.run({
      job,
      cost: estimateDrawing(job),
      work,
      findResult: () => this.getCached(key),
    });
    if (drawn instanceof ReusableResponse) return drawn;
    const { bytes, etag } = drawn;
    const options = { type: toMediaType(job.format), cache: ONE_WEEK, etag, headers: PICTURE_HEADERS };
    return this.#add(key, new ReusableResponse(bytes, options));
  }

  async #findPlanned(plan: DrawingPlan): Promise<FoundPicture> {
    const { key, type, width, height, radius, motion, colours, columns, drawSvg, drawTiles = drawSvg } = plan;
    const cached = this.getCached(key);
    if (cached !== undefined) return { key, response: cached };
    if (type !== "svg") {
      const format = type === "jpg" ? "jpeg" : type;
      return { key, draw: () => ({ svg: drawTiles(), columns, width, height, radius, format, colours }) };
    }
    const headers = { ...PICTURE_HEADERS, ...(motion ? CONTENT_SECURITY.movingPicture : CONTENT_SECURITY.file) };
    // Normal effort would take as long as the drawing, and save a tenth of the bytes.
    const options = { type: toMediaType(type), cache: ONE_WEEK, headers, effort: "low" as const };
    const response = await ReusableResponse.of(drawSvg(), options);
    return { key, response: this.#add(key, response) };
  }

  async #loadFile(kind: AnimalKind, picture: FilePicture): Promise<ReadyPicture | undefined> {
    const { servedName, mediaType: type, credit } = picture;
    const licenseUrl = credit?.licenseUrl;
    // A key of its own, so that a file that the operator has removed is not found in the cache. The header `link` is
    // cached too, and its licence can change without the file. Nothing else notices that a file was replaced.
    const version = await picture.readVersion();
    const key = version && `file ${kind}/${servedName} ${licenseUrl} ${version}`;
    const cached = key && this.getCached(key);
    if (cached) return { response: cached };
    const bytes = await picture.load();
    if (bytes === undefined) return undefined;
    const link = licenseUrl === undefined ? {} : { link: `<${licenseUrl}>; rel="license"` };
    const options = { type, cache: ONE_WEEK, etag: await eTag(bytes), headers: { ...PICTURE_HEADERS, ...link } };
    return { response: this.#add(key, new ReusableResponse(bytes, options)) };
  }

  #add(key: string | undefined, picture: ReusableResponse): ReusableResponse {
    this.counts.miss++;
    if (key !== undefined) this.#cache.set(key, picture);
    return picture;
  }
}
