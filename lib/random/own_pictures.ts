import { join } from "@std/path";
import type { Log } from "@/lib/log/log.ts";
import { type Entry, ServedFolder } from "@/lib/util/served_folder.ts";
import { messageOf } from "@/lib/util/text.ts";

const TYPE = /\.(jpe?g|png|webp|gif)$/i;

/** The header of a picture is within this many bytes. */
const HEADER_BYTES = 256 * 1024;

/** A picture of the operator. */
export interface OwnPicture {
  readonly entry: Entry;
  readonly width: number;
  readonly height: number;
  readonly mediaType: string;
}

/** The operator's own pictures, by the kind of animal. */
export type OwnPictures = ReadonlyMap<string, readonly OwnPicture[]>;

/** Lists `pictures/{kind}/` of the data folder. A kind without pictures is drawn. */
export async function listOwnPictures(folder: string, kinds: readonly string[], log: Log): Promise<OwnPictures> {
  const served = new ServedFolder(join(folder, "pictures"));
  const lists = await Promise.all(kinds.map(async (kind) => {
    const files = (await served.list(kind)).filter(({ type, name }) => type === "file" && TYPE.test(name));
    const pictures = await Promise.all(files.map((entry) => readPicture(entry, log)));
    return [kind, pictures.filter((each) => each !== undefined)] as const;
  }));
  return new Map(lists.filter(([, pictures]) => pictures.length > 0));
}

async function readPicture(entry: Entry, log: Log): Promise<OwnPicture | undefined> {
  try {
    using file = await Deno.open(entry.file);
    const start = new Uint8Array(HEADER_BYTES);
    const length = await file.read(start) ?? 0;
    // Loaded only if the operator has pictures.
    const { probe } = await import("@pawkit/images");
    const { format, width, height } = probe(start.subarray(0, length));
    return { entry, width, height, mediaType: `image/${format}` };
  } catch (error) {
    log.warn(`Cannot show the picture ${entry.path}: ${messageOf(error)}`);
    return undefined;
  }
}
