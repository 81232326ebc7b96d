import { type AnimalKind, ANIMALS, createDrawingPicker } from "@/lib/content/animals/mod.ts";
import { type Category, TEXTS } from "@/lib/content/categories.ts";
import { describeOperatorPicture, type OperatorPicture } from "@/lib/content/operator_picture.ts";
import { OperatorFolder } from "@/lib/content/operator_folder.ts";
import { createPictureLoader, type LoadPicture, type Render } from "@/lib/content/picture_loader.ts";
import { type Picker, toPicker } from "@/lib/content/picker.ts";
import { messageOf } from "@/lib/http/errors.ts";

/** Options of {@linkcode createContent}. */
export interface CreateContentOptions {
  /** The folder of the operator's pictures. */
  readonly folder: string | undefined;
  /** Reports a warning to the operator, for example that a picture cannot be used. */
  readonly warn: (message: string) => void;
  readonly render: Render;
}

/** The random content: what picks the items, and the pictures that these refer to. */
export interface Content {
  /** By category and kind. */
  readonly pickers: Readonly<Record<Category, ReadonlyMap<string, Picker>>>;
  readonly loadPicture: LoadPicture;
  /** How many pictures came from the cache, and how many were drawn or read. */
  readonly pictureCounts: Readonly<Record<"hit" | "miss", number>>;
  /** Renders one picture, so that the first caller does not wait until the rasterizer is compiled. */
  readonly warmUp: () => Promise<void>;
  /** A number that increases with every change of the operator's pictures. */
  readonly version: number;
  /** Stops watching the operator's folder. */
  readonly close: () => void;
}

/** The size of the picture cache: about a thousand pictures. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** Creates the random content, reads the operator's folder and watches it. */
export async function createContent(options: CreateContentOptions): Promise<Content> {
  const { folder, warn, render } = options;
  const animals = new Map(ANIMALS.map((kind): [string, Picker] => [kind, createDrawingPicker(kind)]));
  let version = 0;
  const operatorFolder = folder === undefined ? undefined : new OperatorFolder({
    folder,
    warn,
    onChange(pictures) {
      version++;
      for (const kind of ANIMALS) animals.set(kind, toAnimalPicker(kind, pictures[kind]));
    },
  });
  await operatorFolder?.open();
  const pictureCounts = { hit: 0, miss: 0 };
  const find = (kind: AnimalKind, file: string) => operatorFolder?.find(kind, file);
  const loadPicture = createPictureLoader(find, CACHE_BYTES, render, pictureCounts);
  return {
    pickers: { ...TEXTS, animals },
    loadPicture,
    pictureCounts,
    async warmUp() {
      try {
        await loadPicture("cat", "00000000.png");
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

function toAnimalPicker(kind: AnimalKind, pictures: ReadonlyMap<string, OperatorPicture> | undefined): Picker {
  if (pictures === undefined) return createDrawingPicker(kind);
  return toPicker([...pictures.values()], (picture, origin) => describeOperatorPicture(kind, picture, origin));
}
