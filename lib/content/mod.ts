import {
  type AnimalKind,
  normalizeName,
  pickAnimalId,
  type Random,
  seedRandom,
  toAnimalId,
  toChildId,
} from "@pawkit/animals";
import { ERROR_STATUSES, StatusPictures } from "@/lib/content/drawings/error_picture.ts";
import type { NamedAnimal } from "@/lib/content/named/named_animal.ts";
import { CHECK_INTERVAL_MS, OperatorFolder } from "@/lib/content/operator_pictures/operator_folder.ts";
import type { OperatorPicture } from "@/lib/content/operator_pictures/operator_picture.ts";
import type { PickedAnimal } from "@/lib/content/drawings/picked_animal.ts";
import { Pictures } from "@/lib/content/drawings/pictures.ts";
import { pickDistinct } from "@/lib/content/random/random.ts";
import { DEFAULT_VARIANT } from "@/lib/content/drawings/variant.ts";
import type { CachePolicy } from "@/lib/http/cache_control.ts";
import { messageOf } from "@/lib/http/errors.ts";
import type { Pool } from "@/lib/workers/pool.ts";
import { createServiceWork } from "@/lib/workers/work.ts";

/** Options of {@linkcode Content.open}. */
export interface ContentOptions {
  /** The folder of the operator's pictures. */
  readonly folder: string | undefined;
  /** Reports a warning to the operator, for example that a picture cannot be used. */
  readonly warn: (message: string) => void;
  /** Renders the drawings. */
  readonly pool: Pool;
}

/** How animals are picked. */
export interface PickOptions {
  readonly random: Random;
  /** The number of animals, one unless given. */
  readonly count?: number | undefined;
}

/** The kinds that are drawn after the start, one after the other, so that other work is not delayed. */
const WARM_UP_KINDS = ["cat", "dog", "fox"] as const;

/** The animals and their pictures. A kind is drawn unless the operator has pictures of it. */
export class Content {
  readonly pictures: Pictures;
  /** The pictures of errors. */
  readonly statusPictures: StatusPictures;
  readonly #options: ContentOptions;
  readonly #folder: OperatorFolder | undefined;
  #operatorPictures: Partial<Record<AnimalKind, readonly OperatorPicture[]>> = {};
  #version = 0;

  /** Creates the content, reads the operator's folder and watches it. */
  static async open(options: ContentOptions): Promise<Content> {
    const content = new Content(options);
    await content.#folder?.open();
    return content;
  }

  private constructor(options: ContentOptions) {
    const { folder, warn, pool } = options;
    this.#options = options;
    this.#folder = folder === undefined ? undefined : new OperatorFolder({
      folder,
      warn,
      onChange: (pictures) => {
        this.#version++;
        const lists = Object.entries(pictures).map(([kind, byId]) => [kind, [...byId.values()]]);
        this.#operatorPictures = Object.fromEntries(lists);
      },
    });
    this.pictures = new Pictures({ pool, files: this.#folder });
    this.statusPictures = new StatusPictures(pool);
  }

  /** A number that increases with every change of the operator's pictures. */
  get version(): number {
    return this.#version;
  }

  /** Picks animals of a kind at random. None is repeated until all have been picked. */
  pickAnimals(kind: AnimalKind, { random, count = 1 }: PickOptions): readonly PickedAnimal[] {
    const pictures = this.#operatorPictures[kind];
    if (pictures !== undefined) return pickDistinct(random, pictures, count).map((picture) => ({ kind, picture }));
    const ids = new Set<string>();
    while (ids.size < count) ids.add(pickAnimalId(random));
    return Array.from(ids, (id) => ({ kind, id }));
  }

  /** Returns the animal of a name, the same as with this `seed`, or the child of two. */
  pickNamed({ kind, name, parents }: NamedAnimal): PickedAnimal {
    const seeds = (parents ?? [name]).map(normalizeName);
    const [seed = "", other] = seeds;
    if (other !== undefined && this.#operatorPictures[kind] === undefined) {
      return { kind, id: toChildId(toAnimalId(kind, seed), toAnimalId(kind, other)) };
    }
    // The operator's pictures have no traits to inherit, so both names choose one together.
    const random = seedRandom("animals", kind, seeds.toSorted().join("+"));
    return this.pickAnimals(kind, { random })[0]!;
  }

  /**
   * Returns how a response with animals of these kinds may be cached. What the operator can change may be cached for as
   * long as it takes the service to notice a change. That includes every kind until the folder has been read.
   */
  limitCaching(cache: CachePolicy, kinds: readonly AnimalKind[]): CachePolicy {
    return this.areDrawn(kinds) ? cache : cache.limitTo(CHECK_INTERVAL_MS / 1000);
  }

  /** Whether the service draws all animals of these kinds. Until the folder has been read, the answer is no. */
  areDrawn(kinds: readonly AnimalKind[]): boolean {
    const isRead = this.#folder === undefined || this.#version > 0;
    return kinds.every((kind) => isRead && this.#operatorPictures[kind] === undefined);
  }

  /**
   * Draws three animals, so that the first caller does not wait until the rasterizer is compiled and fast, and the
   * pictures of errors.
   */
  async warmUp(): Promise<void> {
    const { pool, warn } = this.#options;
    try {
      for (const kind of WARM_UP_KINDS) {
        const animal = { kind, id: toAnimalId(kind, normalizeName("Ada")) };
        const picture = await this.pictures.findDrawing([animal], DEFAULT_VARIANT);
        if (picture === undefined || "response" in picture) continue;
        using work = createServiceWork(pool.memory);
        await this.pictures.render(picture, work);
      }
      for (const status of ERROR_STATUSES) await this.statusPictures.load(status);
    } catch (error) {
      warn(`Cannot draw pictures: ${messageOf(error)}`);
    }
  }

  /** Stops watching the operator's folder. */
  close(): void {
    this.#folder?.close();
  }
}
