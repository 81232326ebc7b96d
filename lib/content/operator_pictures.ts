import { join } from "@std/path";
import { withArticle } from "@/lib/content/animals/drawing.ts";
import { loadFiles, toReason } from "@/lib/content/operator_files.ts";
import { loadAddresses } from "@/lib/content/operator_urls.ts";
import { type AnimalKind, ANIMALS, type Item, toItem } from "@/lib/content/pools.ts";

/** One picture of the operator's, in a file or elsewhere. */
export interface OperatorPicture {
  /** Made of its content or its address: short, plain, and another one when the picture is another one. */
  readonly id: string;
  /** What its name tells, if it tells anything. */
  readonly alt: string | undefined;
  /** Unknown when the address of another place does not tell. */
  readonly mediaType: string | undefined;
  /** Where it is, if it is not ours to serve. */
  readonly url?: string;
  /** Under which name we serve it, and how large it is. */
  readonly file?: string;
  readonly width?: number;
  readonly height?: number;
  /** Reads it; `undefined` once the file is gone or is not what it was. */
  readonly load?: () => Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** The operator's pictures by kind; kinds without any are drawn. */
export type OperatorPictures = Readonly<Partial<Record<AnimalKind, readonly OperatorPicture[]>>>;

/** Takes what the operator should know. */
export type Warn = (message: string) => void;

/**
 * Reads the operator's pictures: `animals/<kind>/*` and the addresses in `animals/<kind>.json`. What cannot be used is
 * told to `warn` by name and left out.
 */
export async function loadOwnPictures(directory: string, warn: Warn): Promise<OperatorPictures> {
  const own: Partial<Record<AnimalKind, readonly OperatorPicture[]>> = {};
  for (const kind of ANIMALS) {
    const path = join(directory, "animals", kind);
    const pictures = [
      ...await loadIfThere(path, loadFiles, warn),
      ...await loadIfThere(`${path}.json`, loadAddresses, warn),
    ];
    if (pictures.length > 0) own[kind] = pictures;
  }
  if (Object.keys(own).length === 0) warn(`Cannot find a picture below "${join(directory, "animals")}": all are drawn`);
  return own;
}

/** Describes one of them to a caller. */
export function describeOwnPicture(kind: AnimalKind, picture: OperatorPicture, base: string): Item {
  const { id, alt = withArticle(kind), width, height, mediaType } = picture;
  const url = picture.url ?? `${base}/images/animals/${kind}/${picture.file}`;
  return toItem(url, { id, url, alt, width, height, mediaType });
}

async function loadIfThere(
  path: string,
  load: (path: string, warn: Warn) => Promise<OperatorPicture[]>,
  warn: Warn,
): Promise<OperatorPicture[]> {
  try {
    return await load(path, warn);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) warn(`Cannot use "${path}": ${toReason(error)}`);
    return [];
  }
}
