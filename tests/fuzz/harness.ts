import { type FilterName, FILTERS, FITS, getFilter, POSITIONS, WRITABLE_FORMATS } from "@pawkit/images";
import type { ProbeLimits } from "@pawkit/images/probe";
import { Filters, withKey } from "@/lib/filters/filters.ts";
import type { PoolOptions } from "@/lib/workers/pool.ts";
import type { MadePicture } from "@/lib/workers/send.ts";
import { type FilterRequest, parseFilterRequest } from "@/lib/filters/request.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { Dice } from "@/lib/images/tests/mutate.ts";
import { createMemory, createPool, createWork } from "@/tests/lib/workers/working.ts";
import { LIMITS, pack, paintNoise, paintPhoto, toPng, toSharp } from "@/lib/images/tests/pictures.ts";
import { NO_STORE } from "@/lib/http/cache_control.ts";

/** How often each outcome occurred: `200` or the code of an error. */
export type Outcomes = Map<string, number>;

/** The default of MEMORY_BUDGET. */
const MEMORY_BYTES = 512 * 1024 * 1024;

/** Valid pictures for the decoders that reuse a WebAssembly instance for the next file. */
const VALID: ReadonlyMap<string, Uint8Array<ArrayBuffer>> = new Map([
  ["/valid.png", await toPng(paintNoise(24, 18))],
  ["/valid.jpeg", await pack(toSharp(paintPhoto(24, 18)).jpeg())],
]);

/** The origin of the service; all pictures are paths of it. */
const ORIGIN = "http://paw.example";

/** Returns a step with the default of each value, or with a random one if it has none, or one of a few choices. */
function toStep(filter: FilterName, dice: Dice): string {
  const texts = Object.values(getFilter(filter).parameters).map((parameter) => {
    if (parameter.type === "size") return dice(2) === 0 ? `${1 + dice(80)}` : `${1 + dice(80)}x${1 + dice(80)}`;
    if (parameter.type === "choice") return parameter.allowed[dice(parameter.allowed.length)];
    return parameter.fallback ?? parameter.example;
  });
  return [filter, ...texts].join(":");
}

/** Filters files, and after each rejected one valid pictures, whose results must not change. */
export class Harness {
  readonly outcomes: Outcomes = new Map();
  readonly #filters: Filters;
  readonly #memory = createMemory(MEMORY_BYTES);
  #file: Uint8Array<ArrayBuffer> = new Uint8Array();
  readonly #validTags = new Map<string, string>();

  /** Creates the filters without a cache, so that every file is decoded. */
  constructor(options: Partial<PoolOptions & ProbeLimits> = {}) {
    const findServicePicture = ({ pathname }: URL) => {
      const bytes = VALID.get(pathname) ?? this.#file;
      return Promise.resolve({ options: { cache: NO_STORE }, read: () => bytes });
    };
    const limits = { ...LIMITS, filterTimeoutMs: 300_000, filterWorkers: 1, maxJobBytes: MEMORY_BYTES, ...options };
    const pool = createPool({ ...limits, memory: this.#memory });
    const sources = { allowPrivateHosts: [], maxSourceBytes: 0, maxRedirects: 0, sourceTimeoutMs: 0 };
    const uploads = { uploadTimeoutMs: 0 };
    this.#filters = new Filters({
      ...limits,
      ...sources,
      ...uploads,
      pool,
      filterCacheBytes: 0,
      findServicePicture,
    });
  }

  /**
   * Filters one file with a random chain, size and format.
   *
   * @throws {Error} When the outcome is neither a picture nor an error about the file, or a valid picture changes.
   */
  async try(bytes: Uint8Array<ArrayBuffer>, dice: Dice): Promise<string> {
    this.#file = bytes;
    const query = new URLSearchParams({ image: "/file" });
    if (dice(3) === 0) query.set("format", WRITABLE_FORMATS[dice(WRITABLE_FORMATS.length)]!);
    if (dice(4) === 0) query.set("quality", String(1 + dice(100)));
    if (dice(4) === 0) query.set("radius", dice(2) === 0 ? "max" : String(1 + dice(60)));
    if (dice(4) === 0) query.set("background", "204060");
    const chain = Array.from({ length: 1 + dice(3) }, () => toStep(FILTERS[dice(FILTERS.length)]!, dice));
    if (dice(2) === 0) {
      query.set("width", String(1 + dice(80)));
      if (dice(2) === 0) query.set("height", String(1 + dice(80)));
      query.set("fit", FITS[dice(FITS.length)]!);
      query.set("position", POSITIONS[dice(POSITIONS.length)]!);
    }
    const outcome = await this.#filter(chain.join(), query);
    this.outcomes.set(outcome, 1 + (this.outcomes.get(outcome) ?? 0));
    if (outcome !== "200") await this.#assertValidPicturesUnchanged();
    return outcome;
  }

  /** Stops the threads. */
  close(): void {
    this.#filters.pool.close();
  }

  async #run(request: FilterRequest): Promise<MadePicture> {
    using work = createWork(this.#memory);
    return await this.#filters.filter(withKey(request), work);
  }

  async #filter(filter: string, query: URLSearchParams): Promise<string> {
    try {
      await this.#run(parseFilterRequest(filter, query, ORIGIN));
      return "200";
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return error.code;
      throw new Error(`Cannot filter ${filter}?${query}: must return a picture or an error about the file`, {
        cause: error,
      });
    }
  }

  async #assertValidPicturesUnchanged(): Promise<void> {
    for (const image of VALID.keys()) {
      const request = parseFilterRequest("blur", new URLSearchParams({ image }), ORIGIN);
      const { response: { options: { etag = "" } } } = await this.#run(request);
      if (etag !== (this.#validTags.get(image) ?? etag)) {
        throw new Error(`Cannot trust the filters: ${image} must be filtered as before`);
      }
      this.#validTags.set(image, etag);
    }
  }
}
