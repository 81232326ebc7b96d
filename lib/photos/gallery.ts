import { join } from "@std/path";
import { CREDITS_FILE, isRecord, parseCreditsFile, type RecordedFile } from "@/lib/content/credits.ts";
import { toId } from "@/lib/content/operator_picture.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { isDraft, replaceFile } from "@/lib/fs/replace_file.ts";
import { messageOf } from "@/lib/http/errors.ts";
import type { Photograph } from "@/lib/photos/candidate.ts";

/** A picture in `credits.json`. */
export type GalleryPicture = Photograph & RecordedFile;

/** Pictures that are written together: less work for a large gallery, and little is lost if the run is killed. */
const BATCH_SIZE = 10;

/** Opens the folder of a kind, and stores what `use` changes even if it fails. @throws {Error} on broken credits. */
export async function withGallery<T>(folder: string, use: (gallery: Gallery) => Promise<T>): Promise<T> {
  await Deno.mkdir(folder, { recursive: true });
  using lock = await Deno.open(join(folder, ".lock"), { write: true, create: true });
  // Two runs at the same time would overwrite each other's credits.
  await lock.lock(true);
  const gallery = new Gallery(folder);
  await gallery.load();
  return await use(gallery).finally(() => gallery.save());
}

/**
 * The pictures of a kind and their credits. Pictures are written under hidden names, then the credits, and only then
 * the pictures are renamed: the service never sees a picture that is incomplete or has no credit.
 */
export class Gallery {
  /** What `credits.json` states about each file, also about those of the operator. */
  readonly entries = new Map<string, unknown>();
  /** The originals whose pictures the operator removed, by their checksum. */
  readonly #refused = new Map<string, unknown>();
  #savedText = this.#toText();

  constructor(readonly folder: string) {}

  /** The pictures that this program has added, by the name of their file. */
  get pictures(): Map<string, GalleryPicture> {
    return new Map([...this.entries].filter(isAddedPicture));
  }

  /** Loads the credits and completes what a killed run has begun. @throws {Error} if the credits are broken. */
  async load(): Promise<void> {
    const path = join(this.folder, CREDITS_FILE);
    try {
      this.#savedText = await ifExists(Deno.readTextFile(path)) ?? this.#savedText;
      const { pictures, refused } = parseCreditsFile(this.#savedText);
      for (const [name, entry] of Object.entries(pictures)) this.entries.set(name, entry);
      for (const [sha1, reason] of Object.entries(refused)) this.#refused.set(sha1, reason);
    } catch (cause) {
      throw new Error(`Cannot read "${path}": ${messageOf(cause)}`, { cause });
    }
    await this.#showPictures();
    for (const [name, { sha1 }] of this.pictures) {
      if (await ifExists(Deno.stat(join(this.folder, name)))) continue;
      this.entries.delete(name);
      this.#refused.set(sha1, "removed by the operator");
    }
  }

  /** Returns whether there is, or was, a picture of an original. */
  has(sha1: string): boolean {
    return this.entries.has(`${sha1}.jpg`) || this.#refused.has(sha1);
  }

  /** Adds a picture. It is visible after {@linkcode Gallery.save}, which is called for every batch. */
  async add(photograph: Photograph, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    // Never the name on the wiki: it may contain anything, and be too long for the file system.
    const name = `${photograph.sha1}.jpg`;
    await replaceFile(join(this.folder, `.${name}.new`), bytes);
    this.entries.set(name, { ...photograph, id: await toId(bytes), bytes: bytes.length });
    if (this.entries.size % BATCH_SIZE === 0) await this.save();
  }

  /** Removes a picture. Its credit stays until {@linkcode Gallery.save}, so that it is never shown without one. */
  async remove(name: string): Promise<void> {
    await ifExists(Deno.remove(join(this.folder, name)));
    this.entries.delete(name);
  }

  /** Writes the credits if they have changed, and then shows the new pictures. */
  async save(): Promise<void> {
    const text = this.#toText();
    if (text === this.#savedText) return;
    await replaceFile(join(this.folder, CREDITS_FILE), text);
    this.#savedText = text;
    await this.#showPictures();
  }

  /** Renames the pictures whose credits are stored, and removes all other files that are not complete. */
  async #showPictures(): Promise<void> {
    for (const { name } of await Array.fromAsync(Deno.readDir(this.folder))) {
      const target = /^\.(.+)\.new$/.exec(name)?.[1] ?? "";
      if (this.entries.has(target)) await Deno.rename(join(this.folder, name), join(this.folder, target));
      else if (target !== "" || isDraft(name)) await Deno.remove(join(this.folder, name));
    }
  }

  #toText(): string {
    const credits = { pictures: Object.fromEntries(this.entries), refused: Object.fromEntries(this.#refused) };
    return `${JSON.stringify(credits, null, 2)}\n`;
  }
}

function isAddedPicture(entry: [string, unknown]): entry is [string, GalleryPicture] {
  const [name, picture] = entry;
  return /^[0-9a-f]{40}\.jpg$/.test(name) && isRecord(picture) && Number.isInteger(picture.pageId);
}
