import { type AnimalOptions, drawAnimal, drawGroup } from "@pawkit/animals";
import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/define.ts";
import { toEtag } from "@/lib/http/respond.ts";
import { type Look, sizeOf, toOptions, toQuery, withApiErrors } from "@/lib/meet/look.ts";
import { type Address, type Form, toPath } from "@/lib/meet/names.ts";
import { INFO } from "@/lib/process/info.ts";
import type { DrawingJob } from "@/lib/work/job.ts";
import type { Work } from "@/lib/work/work.ts";

const MIB = 2 ** 20;

/** A picture that can be drawn: its SVG, and what its rasterizer needs to know. */
export interface Picture {
  readonly svg: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The radius of the corners in pixels. */
  readonly radius?: number | "max" | undefined;
}

/** The forms of a picture in pixels. */
export type PixelForm = Extract<Form, "png" | "webp" | "jpg">;

/** Draws animals and signs in pixels, and stores the pictures in a cache. */
export class Pictures {
  readonly #work: Work;
  readonly #cache: LRUCache<string, Uint8Array<ArrayBuffer>>;
  #hits = 0;
  #misses = 0;

  constructor(work: Work, isSmallMachine: boolean) {
    this.#work = work;
    const maxSize = isSmallMachine ? 8 * MIB : 16 * MIB;
    this.#cache = new LRUCache({ maxSize, maxEntrySize: maxSize / 4, sizeCalculation: ({ length }) => length + 200 });
  }

  /** The size of the cache, and how often it contained the requested picture. */
  get status(): Readonly<Record<"entries" | "bytes" | "hits" | "misses", number>> {
    const { size: entries, calculatedSize: bytes } = this.#cache;
    return { entries, bytes, hits: this.#hits, misses: this.#misses };
  }

  /** Returns a picture that has been drawn before. */
  find(key: string): Uint8Array<ArrayBuffer> | undefined {
    return this.#cache.get(key);
  }

  /** Returns the picture with this key, drawn if it is not cached. @throws {ApiError} `rate_limited`, `overloaded`. */
  async draw({ req, state }: Context, key: string, createJob: () => DrawingJob): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.#cache.get(key);
    if (known !== undefined) {
      this.#hits++;
      return known;
    }
    this.#misses++;
    const drawn = await this.#work.draw(state.client, req.signal, createJob, () => this.find(key));
    this.#cache.set(key, drawn);
    return drawn;
  }
}

/** Returns the entity tag of a picture or a text, from its address. The tag is also the key of the cache. */
export function toPictureEtag({ kind, animals }: Address, look: Look, form: string): string {
  return toEtag(INFO.version, toPath(kind, animals), toQuery(look), form);
}

/** Returns the picture of one animal or of a group. @throws {ApiError} `invalid_parameter`. */
export function toPicture(address: Address, look: Look): Picture {
  // The corners are rounded after the drawing, because a clip path makes it much slower.
  return { svg: drawSvg(address, toOptions(look)), ...toDimensions(address, look), radius: look.radius };
}

/** Returns the sides of a picture in pixels. @throws {ApiError} `invalid_parameter` if the size is too large. */
export function toDimensions(address: Address, look: Look): Pick<Picture, "width" | "height"> {
  const size = sizeOf(address, look);
  if (look.view === "card") return { width: 1200, height: 630 };
  const { columns, rows } = toGrid(address.animals.length);
  return { width: size * columns, height: size * rows };
}

/** Draws some animals as SVG. Its corners are scaled, so that it looks like a PNG of the size in the address. */
export function toSvg(address: Address, look: Look): string {
  const size = sizeOf(address, look);
  const { radius, view } = look;
  const scale = view === "card" ? 1 : SVG_SIDE / size;
  const scaled = typeof radius === "number" ? Math.min(Math.round(radius * scale), MAX_RADIUS) : radius;
  return drawSvg(address, { ...toOptions(look), radius: scaled });
}

function drawSvg({ animals }: Address, options: AnimalOptions): string {
  const members = animals.map(({ kind, names }) => ({ kind, name: names.length === 1 ? names[0] : names }));
  const [{ kind, name }] = members as [typeof members[0]];
  const isGroup = members.length > 1 || options.view === "card";
  return withApiErrors(() => isGroup ? drawGroup(members, options) : drawAnimal(kind, name, options));
}

/** The side of an animal in the coordinates of its SVG. */
const SVG_SIDE = 512;

/** The largest radius that the package accepts. */
const MAX_RADIUS = 2048;

/** Returns the rows and columns of a group. */
export function toGrid(count: number): { readonly columns: number; readonly rows: number } {
  const columns = count <= 4 ? count : Math.ceil(Math.sqrt(count));
  return { columns, rows: Math.ceil(count / columns) };
}
