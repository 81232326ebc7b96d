import { dirname, SEPARATOR } from "@std/path";
import { type PictureContent, toId } from "@/lib/content/operator_pictures/operator_picture.ts";
import { fileVersion, readVersion } from "@/lib/fs/file_version.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { messageOf } from "@/lib/http/errors.ts";

/** The maximum size of a file. Limited because the picture loader caches files in memory. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** A file in a folder with pictures, and what it contained when it was read. */
export class FolderFile {
  /** Its path, which has no links before its name. */
  readonly path: string;
  readonly isLink: boolean;
  #content: PictureContent | undefined;
  #error = "it is not read yet";
  /** The version of the file when it was read. `undefined` if it must be read again, whatever its version is then. */
  #version: string | undefined;
  #isFinal = false;

  /** Reads nothing yet: call {@linkcode FolderFile.refresh}. */
  constructor({ path, isLink }: Pick<FolderFile, "path" | "isLink">) {
    this.path = path;
    this.isLink = isLink;
  }

  /** The picture in the file, or `undefined` if it cannot be used. */
  get content(): PictureContent | undefined {
    return this.#content;
  }

  /** Why the file cannot be used, without its name. */
  get error(): string {
    return this.#error;
  }

  /**
   * Whether the file may have changed. One that cannot be used may still be being copied, and one that was changed
   * within the last two seconds can change again without a new time, so it is read twice. Another picture is not even
   * looked at again, because that would take seconds for 100,000 files: {@linkcode FolderFile.serve} notices a change.
   */
  get mayHaveChanged(): boolean {
    return this.#content === undefined || !this.#isFinal;
  }

  /** Reads the file unless its size and time are those of the last time. Returns whether its content has changed. */
  async refresh(): Promise<boolean> {
    const before = this.#content?.id ?? this.#error;
    try {
      const path = await this.#resolve();
      const info = await Deno.stat(path);
      // Of the file before it is read, because it may change meanwhile.
      const version = fileVersion(info);
      if (version !== undefined && version === this.#version) return false;
      // A file that cannot be read has none, because reading it may succeed the next time without any change.
      this.#version = undefined;
      const bytes = await readFile(path, info);
      this.#version = version;
      this.#content = await readContent(bytes);
    } catch (error) {
      this.#content = undefined;
      this.#error = messageOf(error);
    }
    const isSame = before === (this.#content?.id ?? this.#error);
    // Not by the time alone: with a time in the future, from a wrong clock, the file would be read again for years.
    this.#isFinal = isSame || this.#version !== undefined;
    return !isSame;
  }

  /**
   * Returns the bytes of the picture with an id, or `undefined` if the file was removed or has another content, which
   * must not be served under the old id. {@linkcode FolderFile.refresh} reads it again then.
   *
   * @throws {Error} if it cannot be read.
   */
  async serve(id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const bytes = await ifExists(Deno.stat(this.path).then((info) => readFile(this.path, info)));
    if (bytes !== undefined && await toId(bytes) === id) return bytes;
    this.#version = undefined;
    this.#isFinal = false;
    return undefined;
  }

  /** Returns a string that changes with the file, or `undefined` while it can change without a new time. */
  async readVersion(): Promise<string | undefined> {
    return await readVersion([this.path]);
  }

  /** Returns the path without links. Other files are resolved already, which saves time for many of them. */
  async #resolve(): Promise<string> {
    if (!this.isLink) return this.path;
    const path = await Deno.realPath(this.path);
    if (path.startsWith(dirname(this.path) + SEPARATOR)) return path;
    throw new TypeError("must not link to a file outside its folder");
  }
}

async function readFile(path: string, { size, isFile }: Deno.FileInfo): Promise<Uint8Array<ArrayBuffer>> {
  if (!isFile) throw new TypeError("must be a file");
  if (size > MAX_FILE_BYTES) throw new RangeError(`must be at most ${MAX_FILE_BYTES} bytes, got ${size}`);
  return await Deno.readFile(path);
}

async function readContent(bytes: Uint8Array<ArrayBuffer>): Promise<PictureContent> {
  // Imported here, because a service without operator pictures never needs these modules.
  const { readHeader } = await import("@pawkit/images/probe");
  const { toDisplayedSize } = await import("@pawkit/images");
  const header = readHeader(bytes);
  if (header.format === "bmp" || header.format === "avif") {
    throw new TypeError(`must be a JPEG, PNG, GIF or WebP image, got ${header.format.toUpperCase()}`);
  }
  if (header.isCut) throw new TypeError("must be complete, but it is cut off");
  return { id: await toId(bytes), mediaType: `image/${header.format}`, ...toDisplayedSize(header) };
}
