import { type AnimalKind, normalizeName, type Random, toAnimalId } from "@pawkit/animals";
import { pickDrawings } from "@/lib/content/drawings.ts";
import { pickDistinct } from "@/lib/content/random.ts";
import { ERROR_STATUSES, StatusPictures } from "@/lib/content/error_picture.ts";
import type { Animal, PickOptions } from "@/lib/content/item.ts";
import { describeOperatorPicture, type OperatorPicture } from "@/lib/content/operator_picture.ts";
import { OperatorFolder } from "@/lib/content/operator_folder.ts";
import { Pictures, type UndrawnPicture } from "@/lib/content/pictures.ts";
import { DEFAULT_VARIANT } from "@/lib/content/variant.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { estimateDrawing } from "@/lib/workers/cost.ts";
import type { Pool } from "@/lib/workers/pool.ts";
import { createServiceWork, type Work } from "@/lib/workers/work.ts";
import { ReusableResponse } from "@/lib/http/reusable_response.ts";

/** Options of {@linkcode createContent}. */
export interface CreateContentOptions {
  /** The folder of the operator's pictures. */
  readonly folder: string | undefined;
  /** Reports a warning to the operator, for example that a picture cannot be used. */
  readonly warn: (message: string) => void;
  /** Renders the drawings. */
  readonly pool: Pool;
}

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
  /** The pictures of all kinds. */
  readonly pictures: Pictures;
  /**
   * Renders a drawing, unless another request has done so when its turn comes.
   *
   * @throws {ApiError} `overloaded` or `filter_timeout`.
   * @throws the reason of the signal of the work.
   */
  readonly render: (picture: UndrawnPicture, work: Work) => Promise<ReusableResponse>;
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
  const { folder, warn, pool } = options;
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
  const render = async (picture: UndrawnPicture, work: Work) => {
    const job = picture.draw();
    const findResult = () => pictures.getCached(picture.key);
    const drawn = await pool.run({ job, cost: estimateDrawing(job), work, findResult });
    return drawn instanceof ReusableResponse ? drawn : pictures.store(picture, drawn);
  };
  const statusPictures = new StatusPictures(pool);
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
    pictures,
    render,
    statusPictures,
    async warmUp() {
      try {
        for (const kind of WARM_UP_KINDS) {
          const picture = await pictures.find(kind, `${toAnimalId(kind, normalizeName("Ada"))}.png`);
          if (picture === undefined || "response" in picture) continue;
          using work = createServiceWork(pool.memory);
          await render(picture, work);
        }
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
