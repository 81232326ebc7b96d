import { z } from "zod";
import { join } from "@std/path";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { CREDITS_FILE } from "@/lib/content/credits.ts";
import type { Candidate } from "@/lib/photos/candidate.ts";
import type { Photo } from "@/lib/photos/photo.ts";

/** A picture in `credits.json`. */
export type GalleryPicture = z.infer<typeof PICTURE>;

const PICTURE = z.object({
  title: z.string(),
  author: z.string(),
  license: z.string(),
  licenseUrl: z.string(),
  source: z.string(),
  date: z.string(),
  pageId: z.int(),
  /** The checksum of the original. */
  sha1: z.string(),
  /** The properties of the stored file, so that the service need not read all files at its start. */
  id: z.string(),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
});

/** An entry that the operator wrote is not in our form. It stays as it is. */
const CREDITS = z.object({
  pictures: z.record(z.string(), z.unknown()),
  refused: z.record(z.string(), z.string()).default({}),
});

/** Pictures that are written together: less work for a large gallery, and little is lost if the run is killed. */
const MIN_BATCH = 8;
const BATCH_SHARE = 1 / 64;

const STAGED = /^\.(.+)\.new$/;

/**
 * The folder of a kind: its pictures and `credits.json`. Pictures are written under hidden names, then the credits, and
 * only then the pictures are renamed: the service never sees a picture that is incomplete or has no credit.
 */
export class Gallery implements Disposable {
  readonly #folder: string;
  readonly #lock: Deno.FsFile;
  readonly #others = new Map<string, unknown>();
  readonly #pictures = new Map<string, GalleryPicture>();
  /** Why originals are not used, by checksum, so that the next run does not download them again. */
  readonly #refused = new Map<string, string>();
  readonly #staged: string[] = [];
  #isChanged = false;

  private constructor(folder: string, lock: Deno.FsFile) {
    this.#folder = folder;
    this.#lock = lock;
  }

  /** Opens the folder and completes what a killed run has begun. @throws {Error} if `credits.json` is broken. */
  static async open(folder: string): Promise<Gallery> {
    await Deno.mkdir(folder, { recursive: true });
    const lock = await Deno.open(join(folder, ".lock"), { write: true, create: true });
    try {
      // Two runs at the same time would overwrite each other's credits.
      await lock.lock(true);
      const gallery = new Gallery(folder, lock);
      await gallery.#load();
      return gallery;
    } catch (error) {
      lock.close();
      throw error;
    }
  }

  /** The pictures by the name of their file. */
  get pictures(): ReadonlyMap<string, GalleryPicture> {
    return this.#pictures;
  }

  /** Returns the picture that was made from an original. */
  find(sha1: string): GalleryPicture | undefined {
    return this.#pictures.get(toFileName(sha1));
  }

  /** Returns why an original is not used, if an earlier run has found out. */
  refusalOf(sha1: string): string | undefined {
    return this.#refused.get(sha1);
  }

  /** Remembers that an original cannot be used. */
  refuse(sha1: string, reason: string): void {
    this.#refused.set(sha1, reason);
    this.#isChanged = true;
  }

  /** Adds a picture. It is visible after {@linkcode Gallery.save}, which is called for every batch. */
  async add({ credit, title, date, pageId, sha1 }: Candidate, { bytes, width, height }: Photo): Promise<void> {
    const name = toFileName(sha1);
    await writeDurably(join(this.#folder, toStagedName(name)), bytes);
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const file = { id: hash.subarray(0, 8).toHex(), bytes: bytes.length, width, height };
    this.#pictures.set(name, { title, ...credit, date, pageId, sha1, ...file });
    this.#staged.push(name);
    this.#isChanged = true;
    if (this.#staged.length >= Math.max(MIN_BATCH, this.#pictures.size * BATCH_SHARE)) await this.save();
  }

  /** Changes the credit of a picture. */
  update(name: string, picture: GalleryPicture): void {
    if (JSON.stringify(this.#pictures.get(name)) === JSON.stringify(picture)) return;
    this.#pictures.set(name, picture);
    this.#isChanged = true;
  }

  /** Removes a picture. Its credit stays until {@linkcode Gallery.save}, so that it is never shown without one. */
  async remove(name: string): Promise<void> {
    await ifExists(Deno.remove(join(this.#folder, name)));
    this.#pictures.delete(name);
    this.#isChanged = true;
  }

  /** Writes the credits and then shows the new pictures. Writes nothing if nothing has changed. */
  async save(): Promise<void> {
    if (!this.#isChanged) return;
    const path = join(this.#folder, CREDITS_FILE);
    const staged = join(this.#folder, toStagedName(CREDITS_FILE));
    await writeDurably(staged, new TextEncoder().encode(this.#toText()));
    await Deno.rename(staged, path);
    for (const name of this.#staged.splice(0)) await this.#show(name);
    this.#isChanged = false;
  }

  /** Releases the folder. */
  [Symbol.dispose](): void {
    this.#lock.close();
  }

  async #load(): Promise<void> {
    const path = join(this.#folder, CREDITS_FILE);
    const text = await ifExists(Deno.readTextFile(path));
    if (text !== undefined) this.#parse(path, text);
    const names = (await Array.fromAsync(Deno.readDir(this.#folder))).map(({ name }) => name);
    for (const name of names) {
      const target = STAGED.exec(name)?.[1];
      if (target === undefined) continue;
      // The credits are written after the picture is complete, and before it is renamed.
      if (this.#pictures.has(target)) await this.#show(target);
      else await Deno.remove(join(this.#folder, name));
    }
    const files = new Set((await Array.fromAsync(Deno.readDir(this.#folder))).map(({ name }) => name));
    for (const [name, { sha1 }] of this.#pictures) {
      if (files.has(name)) continue;
      this.#pictures.delete(name);
      this.refuse(sha1, "removed by the operator");
    }
  }

  #parse(path: string, text: string): void {
    let credits: z.infer<typeof CREDITS>;
    try {
      credits = CREDITS.parse(JSON.parse(text));
    } catch (cause) {
      throw new Error(`Cannot read "${path}": must be valid credits, repair or remove it with its pictures`, { cause });
    }
    for (const [name, value] of Object.entries(credits.pictures)) {
      const picture = PICTURE.safeParse(value);
      if (picture.success && name === toFileName(picture.data.sha1)) this.#pictures.set(name, picture.data);
      else this.#others.set(name, value);
    }
    for (const [sha1, reason] of Object.entries(credits.refused)) this.#refused.set(sha1, reason);
  }

  async #show(name: string): Promise<void> {
    await Deno.rename(join(this.#folder, toStagedName(name)), join(this.#folder, name));
  }

  // Sorted, and one line for each picture: two runs with the same result write the same bytes.
  #toText(): string {
    const toLines = (entries: Iterable<[string, unknown]>) =>
      [...entries].sort(([a], [b]) => a < b ? -1 : 1)
        .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(",\n");
    const pictures = toLines([...this.#others, ...this.#pictures]);
    return `{\n  "pictures": {\n${pictures}\n  },\n  "refused": {\n${toLines(this.#refused)}\n  }\n}\n`;
  }
}

// Never the name on the wiki: it may contain anything, and be too long for the file system.
function toFileName(sha1: string): string {
  return `${sha1}.jpg`;
}

function toStagedName(name: string): string {
  return `.${name}.new`;
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  // Before it is renamed: otherwise a power failure could leave an empty file under the final name.
  await file.sync();
}
