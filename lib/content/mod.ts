import { normalizeName } from "@/lib/content/animal_name.ts";
import { type AnimalKind, pickDrawings, toAnimalId } from "@/lib/content/animals/mod.ts";
import { ERROR_STATUSES, StatusPictures } from "@/lib/content/error_picture.ts";
import type { Animal, PickOptions } from "@/lib/content/item.ts";
import { describeOperatorPicture, type OperatorPicture } from "@/lib/content/operator_picture.ts";
import { OperatorFolder } from "@/lib/content/operator_folder.ts";
import { type FindPictureOptions, Pictures } from "@/lib/content/pictures.ts";
import { pickDistinct, type Random } from "@/lib/content/random.ts";
import { DEFAULT_VARIANT } from "@/lib/content/variant.ts";
import { type Caller, SERVICE } from "@/lib/http/caller.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { Bill, DRAWING_PRICE } from "@/lib/http/price.ts";
import { ReusableResponse } from "@/lib/http/responses.ts";
import type { Renderer } from "@/lib/workers/renderer.ts";

/** Options of {@linkcode createContent}. */
export interface CreateContentOptions {
  /** The folder of the operator's pictures. */
  readonly folder: string | undefined;
  /** Reports a warning to the operator, for example that a picture cannot be used. */
  readonly warn: (message: string) => void;
  readonly render: Renderer;
}

/** Options of {@linkcode LoadPicture}. */
export interface LoadPictureOptions extends FindPictureOptions {
  /** Who pays for drawing it if it is not cached. */
  readonly caller?: Caller;
}

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

/** An animal that was picked. */
export interface PickedAnimal {
  readonly kind: AnimalKind;
  readonly item: Animal;
  /** The name of its picture's file, unless the picture is on another server. */
  readonly file: string | undefined;
}

/** The animals and their pictures. */
export interface Content {
  /** Picks animals of a kind at random. None is repeated until all have been picked. */
  readonly pickAnimals: (kind: AnimalKind, random: Random, options: PickOptions) => readonly PickedAnimal[];
  /** Whether the animals of a kind are drawings, because the operator has no pictures of them. */
  readonly isDrawn: (kind: AnimalKind) => boolean;
  /** Whether a name keeps its animal of a kind: drawings do, once it is known that the operator has no pictures. */
  readonly isLasting: (kind: AnimalKind) => boolean;
  readonly loadPicture: LoadPicture;
  /** The pictures of all kinds. */
  readonly pictures: Pictures;
  /** The pictures of errors. */
  readonly statusPictures: StatusPictures;
  /**
   * Draws three animals, so that the first caller does not wait until the rasterizer is compiled and fast, and the
   * pictures of errors.
   */
  readonly warmUp: () => Promise<void>;
  /** A number that increases with every change of the operator's pictures. */
  readonly version: number;
  /** Stops watching the operator's folder. */
  readonly close: () => void;
}

/** The size of the picture cache: about a thousand pictures. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** The kinds that are drawn after the start, one after the other, so that other work is not delayed. */
const WARM_UP_KINDS = ["cat", "dog", "fox"] as const;

/** Creates the content, reads the operator's folder and watches it. */
export async function createContent(options: CreateContentOptions): Promise<Content> {
  const { folder, warn, render } = options;
  let operatorPictures: Partial<Record<AnimalKind, readonly OperatorPicture[]>> = {};
  let version = 0;
  const operatorFolder = folder === undefined ? undefined : new OperatorFolder({
    folder,
    warn,
    onChange(pictures) {
      version++;
      operatorPictures = Object.fromEntries(Object.entries(pictures).map(([kind, byId]) => [kind, [...byId.values()]]));
    },
  });
  await operatorFolder?.open();
  const findFilePicture = (kind: AnimalKind, file: string) => operatorFolder?.find(kind, file);
  const pictures = new Pictures({ findFilePicture, cacheBytes: CACHE_BYTES });
  const loadPicture = createPictureLoader(pictures, render);
  const statusPictures = new StatusPictures(render);
  return {
    pickAnimals(kind, random, options) {
      const pictures = operatorPictures[kind];
      if (pictures === undefined) {
        const { type } = options.variant ?? DEFAULT_VARIANT;
        return pickDrawings(kind, random, options).map((item) => ({ kind, item, file: `${item.id}.${type}` }));
      }
      return pickDistinct(random, pictures, options.count).map((picture) => {
        const file = "url" in picture ? undefined : picture.servedName;
        return { kind, item: describeOperatorPicture(kind, picture, options.origin), file };
      });
    },
    isDrawn: (kind) => operatorPictures[kind] === undefined,
    isLasting: (kind) => operatorPictures[kind] === undefined && (folder === undefined || version > 0),
    loadPicture,
    pictures,
    statusPictures,
    async warmUp() {
      try {
        for (const kind of WARM_UP_KINDS) await loadPicture(kind, `${toAnimalId(kind, normalizeName("Ada"))}.png`);
        for (const status of ERROR_STATUSES) await statusPictures.load(status);
      } catch (error) {
        warn(`Cannot draw pictures: ${messageOf(error)}`);
      }
    },
    get version() {
      return version;
    },
    close: () => operatorFolder?.close(),
  };
}

/** Creates the loader of pictures, which draws those that are not cached. */
export function createPictureLoader(pictures: Pictures, render: Renderer): LoadPicture {
  return async (kind, file, { caller = SERVICE, ...options } = {}) => {
    const found = await pictures.find(kind, file, options);
    if (found === undefined || "response" in found) return found?.response;
    caller.take(DRAWING_PRICE.taken - 1);
    const bill = new Bill(DRAWING_PRICE, caller.charge);
    try {
      const rendered = await render(found.draw(), { caller, bill, findResult: () => pictures.getCached(found.key) });
      return rendered instanceof ReusableResponse ? rendered : pictures.store(found, rendered);
    } finally {
      bill.endRequest();
    }
  };
}
