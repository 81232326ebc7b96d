// The fields of releases and their files, each written once: the operator's document has them, and so do responses. A
// schema that accepts more than callers get ends with `.pipe()` and the schema of what they get: the document may leave
// out `beta`, and every response has it, so it is `z.boolean().default(false).pipe(z.boolean())`.
import { z } from "zod";
import { count, sha256 } from "@/lib/http/fields.ts";
import { date, version, webAddress } from "@/lib/launcher/fields.ts";
import { ARCHES, KINDS, PLATFORMS } from "@/lib/launcher/file_words.ts";

/** The longest signature: that of Tauri has about 400 characters. */
const MAX_SIGNATURE_CHARACTERS = 2048;

const HASH_SUMMARY = "Hexadecimal; null if the source has none";

// Electron's tools write Base64.
const sha512 = z.string().regex(/^(?:[0-9a-f]{128}|[A-Za-z0-9+/]{86}==)$/, {
  error: "must be 128 lower case hexadecimal digits, or the same in Base64",
}).transform((text) => text.length === 128 ? text : Uint8Array.fromBase64(text).toHex()).nullable().default(null)
  .pipe(z.string().regex(/^[0-9a-f]{128}$/).nullable().describe(HASH_SUMMARY));

const signature = z.string().trim().max(MAX_SIGNATURE_CHARACTERS)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: "must be Base64 in one line" }).nullable().default(null)
  .pipe(z.string().nullable().describe("In Base64, in the format of the updater that it is for"));

/** What is published about every version. */
const VERSION_FIELDS = { version, beta: z.boolean().default(false).pipe(z.boolean()), releaseDate: date };

/** What is published about the current version of an application. */
export const APPLICATION_FIELDS = { ...VERSION_FIELDS, size: count };

/** What is published about every download. */
export const DOWNLOAD_FIELDS = {
  size: count.describe("Bytes"),
  sha256: sha256.nullable().describe(HASH_SUMMARY),
  url: webAddress,
};

/** What is published about the resources of the launcher. */
export const RESOURCES_FIELDS = { ...VERSION_FIELDS, ...DOWNLOAD_FIELDS };

/** What a file is for. The document may leave these fields out: they are then read from the name of the file. */
export const TRAIT_FIELDS = {
  platform: z.enum(PLATFORMS).describe("`any` if the file is not made for one platform"),
  arch: z.enum(ARCHES).describe("The processor architecture; `any` if the name of the file states none"),
  kind: z.enum(KINDS).describe("Whether to run it, to give it to a package manager, or to unpack it"),
};

/** What is published about a file of a release. */
export const FILE_FIELDS = { ...TRAIT_FIELDS, ...DOWNLOAD_FIELDS, sha512, signature };

/** All fields of a file, also those that no response contains. */
export const STORED_FILE_FIELDS = {
  ...FILE_FIELDS,
  /** The size of the block map at the end of an AppImage, which electron-builder writes to its `latest-linux.yml`. */
  blockMapSize: count.optional(),
  /** The downloads of this file, which are part of those of the release. */
  downloads: count.default(0),
};

/** What is published about a release, besides its files. */
export const RELEASE_FIELDS = {
  ...VERSION_FIELDS,
  ...DOWNLOAD_FIELDS,
  notes: z.string().max(10_000).pipe(z.string()),
};

/** All fields of a release, also those that no response contains. */
export const STORED_RELEASE_FIELDS = {
  ...RELEASE_FIELDS,
  downloads: count,
  /** Its downloads still count, but it is no longer offered. */
  withdrawn: z.boolean().default(false),
};
