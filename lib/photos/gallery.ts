import { join } from "@std/path";
import { shortHash } from "@/lib/async/short_hash.ts";
import { CREDITS_FILE, isRecord, parseCreditsFile, type RecordedFile } from "@/lib/content/credits.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { isDraft, replaceFile } from "@/lib/fs/replace_file.ts";
import type { Photograph } from "@/lib/photos/candidate.ts";
import type { Photo } from "@/lib/photos/thumbnail.ts";

/** A picture in `credits.json`. */
export type GalleryPicture = Photograph & RecordedFile;

/** Pictures that are written together: less work for a large gallery, and little is lost if the run is killed. */
const MIN_BATCH = 8;
const BATCH_SHARE = 1 / 64;

const STAGED = /^\.(.+)\.new$/;

/**
 * The folder of a kind: its pictures and `credits.json`. Pictures are written under hidden names, then the credits, and
 * only then the pictures are renamed: the service never sees a picture that is incomplete or has no credit.
 */
export class Gallery implements Disposable {
  /** The pictures by the name of their file. Changes are stored by {@linkcode Gallery.save}. */
  readonly pictures = new Map<string, GalleryPicture>();
  /** Why originals are not used, by their checksum. */
  readonly refused = new Map<string, string>();
  readonly #folder: string;
  readonly #lock: Deno.FsFile;
  /** Entries that the operator wrote. They stay as they are. */
  readonly #others = new Map<string, unknown>();
  readonly #staged: string[] = [];
  #savedText = this.#toText();

  private constructor(folder: string, lock: Deno.FsFile) {
    this.#folder = folder;
    this.#lock = lock;
  }

  /** Opens the folder and completes what a killed run has begun. @throws {Error} if `credits.json` is broken. */
  static async open(folder: string): Promise<Gallery> {
    await Deno.mkdir(folder, { recursive: true });
    const lock = await Deno.open(join(folder, ".lock"), { write: true, create: true });
    const gallery = new Gallery(folder, lock);
    try {
      // Two runs at the same time would overwrite each other's credits.
      await lock.lock(true);
      await gallery.#loadCredits();
      await gallery.#completeBatch();
      return gallery;
    } catch (error) {
      lock.close();
      throw error;
    }
  }

  /** Returns the picture that was made from an original. */
  find(sha1: string): GalleryPicture | undefined {
    return this.pictures.get(toFileName(sha1));
  }

  /** Adds a picture. It is visible after {@linkcode Gallery.save}, which is called for every batch. */
  async add(photograph: Photograph, { bytes, width, height }: Photo): Promise<void> {
    const name = toFileName(photograph.sha1);
    await replaceFile(this.#stagedPath(name), bytes);
    this.pictures.set(name, { ...photograph, id: await shortHash(bytes, 8), bytes: bytes.length, width, height });
    this.#staged.push(name);
    if (this.#staged.length >= Math.max(MIN_BATCH, this.pictures.size * BATCH_SHARE)) await this.save();
  }

  /** Removes a picture. Its credit stays until {@linkcode Gallery.save}, so that it is never shown without one. */
  async remove(name: string): Promise<void> {
    await ifExists(Deno.remove(join(this.#folder, name)));
    this.pictures.delete(name);
  }

  /** Writes the credits if they have changed, and then shows the new pictures. */
  async save(): Promise<void> {
    const text = this.#toText();
    if (text === this.#savedText) return;
    await replaceFile(join(this.#folder, CREDITS_FILE), text);
    this.#savedText = text;
    for (const name of this.#staged.splice(0)) await this.#show(name);
  }

  /** Releases the folder. */
  [Symbol.dispose](): void {
    this.#lock.close();
  }

  async #loadCredits(): Promise<void> {
    const path = join(this.#folder, CREDITS_FILE);
    const text = await ifExists(Deno.readTextFile(path));
    if (text === undefined) return;
    this.#savedText = text;
    try {
      const { pictures, refused } = parseCreditsFile(text);
      for (const [name, entry] of Object.entries(pictures)) {
        if (isOwn(name, entry)) this.pictures.set(name, entry);
        else this.#others.set(name, entry);
      }
      for (const [sha1, reason] of Object.entries(refused)) this.refused.set(sha1, String(reason));
    } catch (cause) {
      throw new Error(`Cannot read "${path}": must be valid credits, repair or remove it with its pictures`, { cause });
    }
  }

  async #completeBatch(): Promise<void> {
    const files = new Set<string>();
    for (const { name } of await Array.fromAsync(Deno.readDir(this.#folder))) {
      const target = STAGED.exec(name)?.[1];
      files.add(target ?? name);
      // The credits are written after the picture is complete, and before it is renamed.
      if (target !== undefined && this.pictures.has(target)) await this.#show(target);
      else if (target !== undefined || isDraft(name)) await Deno.remove(join(this.#folder, name));
    }
    for (const [name, { sha1 }] of this.pictures) {
      if (files.has(name)) continue;
      this.pictures.delete(name);
      this.refused.set(sha1, "removed by the operator");
    }
  }

  #stagedPath(name: string): string {
    return join(this.#folder, `.${name}.new`);
  }

  async #show(name: string): Promise<void> {
    await Deno.rename(this.#stagedPath(name), join(this.#folder, name));
  }

  // Sorted, and one line for each picture: two runs with the same result write the same bytes.
  #toText(): string {
    const toLines = (entries: Iterable<[string, unknown]>) =>
      [...entries].sort(([a], [b]) => a < b ? -1 : 1)
        .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(",\n");
    const pictures = toLines([...this.#others, ...this.pictures]);
    return `{\n  "pictures": {\n${pictures}\n  },\n  "refused": {\n${toLines(this.refused)}\n  }\n}\n`;
  }
}

// Never the name on the wiki: it may contain anything, and be too long for the file system.
function toFileName(sha1: string): string {
  return `${sha1}.jpg`;
}

function isOwn(name: string, entry: unknown): entry is GalleryPicture {
  return /^[0-9a-f]{40}\.jpg$/.test(name) && isRecord(entry) && Number.isInteger(entry.pageId);
}
