import { toDrawnPool } from "@/lib/content/animals/mod.ts";
import { describeOwnPicture, loadOwnPictures, type OperatorPictures } from "@/lib/content/operator_pictures.ts";
import { toReason } from "@/lib/content/operator_files.ts";
import { createPictureLoader, type LoadPicture } from "@/lib/content/pictures.ts";
import {
  type AnimalKind,
  ANIMALS,
  type Category,
  type Pool,
  type Pools,
  TEXT_POOLS,
  toPool,
} from "@/lib/content/pools.ts";
import { drawFreely, type Random } from "@/lib/content/random.ts";

/** Options of {@linkcode createContent}. */
export interface ContentOptions {
  /** Yields what stands before the path in an address of this service. */
  readonly originOf: (req: Request) => string;
  /** The operator's own pictures. */
  readonly directory?: string | undefined;
  /** Takes what the operator should know: a picture that cannot be used. */
  readonly warn?: (message: string) => void;
  /** Where draws without a seed come from. */
  readonly random?: Random;
  /** Bytes of pictures that are remembered: by default about a thousand. */
  readonly cacheBytes?: number;
}

/** The random content: what there is to draw, and the pictures it points to. */
export interface Content {
  readonly pools: Readonly<Record<Category, Pools>>;
  readonly random: Random;
  readonly originOf: (req: Request) => string;
  readonly loadPicture: LoadPicture;
  /** Draws one picture, so that the first caller of a fresh process does not wait while the renderer is compiled. */
  readonly warmUp: () => Promise<void>;
}

const DEFAULT_CACHE_BYTES = 32 * 1024 * 1024;

/** Makes the random content; reads the operator's folder once. */
export async function createContent(options: ContentOptions): Promise<Content> {
  const { directory, warn = () => {}, random = drawFreely, cacheBytes = DEFAULT_CACHE_BYTES } = options;
  const own = directory === undefined ? {} : await loadOwnPictures(directory, warn);
  const loadPicture = createPictureLoader(own, cacheBytes);
  return {
    pools: { ...TEXT_POOLS, animals: toAnimalPools(own) },
    random,
    originOf: options.originOf,
    loadPicture,
    warmUp: () => warmUp(loadPicture, warn),
  };
}

async function warmUp(loadPicture: LoadPicture, warn: (message: string) => void): Promise<void> {
  try {
    await loadPicture("cat", "00000000.png");
  } catch (error) {
    warn(`Cannot draw pictures: ${toReason(error)}`);
  }
}

function toAnimalPools(own: OperatorPictures): Pools {
  return new Map(ANIMALS.map((kind) => [kind, toAnimalPool(kind, own)]));
}

function toAnimalPool(kind: AnimalKind, own: OperatorPictures): Pool {
  const pictures = own[kind];
  if (pictures === undefined) return toDrawnPool(kind);
  return toPool(pictures, (picture, base) => describeOwnPicture(kind, picture, base));
}
