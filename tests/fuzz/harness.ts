import { FILTERS } from "@/lib/images/filter_name.ts";
import { FORMATS } from "@/lib/images/format.ts";
import { FilterEngine, type FilterEngineOptions } from "@/lib/filters/engine.ts";
import { parseFilterRequest } from "@/lib/filters/request.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { Dice } from "@/tests/fuzz/mutate.ts";
import { LIMITS, paintNoise, paintPhoto, toPng, toSharp } from "@/tests/lib/images/pictures.ts";

/** How often each outcome came: `200`, or an error's code. */
export type Outcomes = Map<string, number>;

const SIGNAL = new AbortController().signal;
/** Good pictures, for the decoders that keep an instance of their own from one file to the next. */
const GOOD: ReadonlyMap<string, Uint8Array<ArrayBuffer>> = new Map([
  ["good PNG", await toPng(paintNoise(24, 18))],
  ["good JPEG", new Uint8Array(await toSharp(paintPhoto(24, 18)).jpeg().toBuffer())],
]);

/** Sends files through an engine, and after each refused one good pictures that must come out as ever. */
export class Harness {
  readonly outcomes: Outcomes = new Map();
  readonly #engine: FilterEngine;
  #file: Uint8Array<ArrayBuffer> = new Uint8Array();
  readonly #goodTags = new Map<string, string>();

  /** Makes the engine; nothing is kept, so that every file is really decoded. */
  constructor(options: Partial<FilterEngineOptions> = {}) {
    const loadSource = (image: string) => Promise.resolve({ bytes: GOOD.get(image) ?? this.#file, contentKey: image });
    this.#engine = new FilterEngine({
      ...LIMITS,
      filterTimeoutMs: 10_000,
      filterWorkers: 1,
      filterQueue: 4,
      filterCacheBytes: 0,
      loadSource,
      ...options,
    });
  }

  /**
   * Filters one file, whichever way the dice say.
   *
   * @throws {Error} When the outcome is neither a picture nor an error about the file, or the next picture is wrong.
   */
  async try(bytes: Uint8Array<ArrayBuffer>, dice: Dice): Promise<string> {
    this.#file = bytes;
    const query = new URLSearchParams({ image: "file" });
    if (dice(3) === 0) query.set("format", FORMATS[dice(FORMATS.length)]!);
    const outcome = await this.#filter(FILTERS[dice(FILTERS.length)]!, query);
    this.outcomes.set(outcome, 1 + (this.outcomes.get(outcome) ?? 0));
    if (outcome !== "200") await this.#assertGood();
    return outcome;
  }

  /** Ends the engine's threads. */
  close(): void {
    this.#engine.close();
  }

  async #filter(filter: string, query: URLSearchParams): Promise<string> {
    try {
      await this.#engine.filter(parseFilterRequest(filter, query), { signal: SIGNAL });
      return "200";
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return error.code;
      throw new Error(`Cannot take this outcome of ${filter}?${query}`, { cause: error });
    }
  }

  async #assertGood(): Promise<void> {
    for (const image of GOOD.keys()) {
      const request = parseFilterRequest("blur", new URLSearchParams({ image }));
      const { options: { etag = "" } } = await this.#engine.filter(request, { signal: SIGNAL });
      if (etag !== (this.#goodTags.get(image) ?? etag)) {
        throw new Error(`Cannot trust the engine: a ${image} came out wrong`);
      }
      this.#goodTags.set(image, etag);
    }
  }
}
