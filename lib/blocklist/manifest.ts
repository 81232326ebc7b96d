import { z } from "zod";

/** The name of the manifest below the folder of the lists. */
export const MANIFEST_FILE = "manifest.json";

/** The name of the file that says where each name comes from. */
export const PROVENANCE_FILE = "provenance.tsv";

const SHA256 = z.string().regex(/^[0-9a-f]{64}$/);

const MANIFEST = z.object({
  files: z.array(z.object({
    path: z.string(),
    list: z.string(),
    format: z.string(),
    sha256: SHA256,
    bytes: z.int().min(0),
    entries: z.int().min(0),
    sources: z.array(z.string()),
  })),
  sources: z.array(z.object({ id: z.string(), title: z.string(), from: z.string(), licence: z.string() })),
  provenance: z.object({ path: z.literal(PROVENANCE_FILE), sha256: SHA256, bytes: z.int().min(0) }),
});

/** What the generator wrote: every list with its checksum, its format and its sources. It has no time in it. */
export type Manifest = Readonly<z.infer<typeof MANIFEST>>;

/** One list in one format. */
export type ManifestFile = Manifest["files"][number];

/**
 * Reads a manifest.
 *
 * @throws {TypeError} when it is none.
 */
export function parseManifest(text: string): Manifest {
  try {
    return MANIFEST.parse(JSON.parse(text));
  } catch (cause) {
    throw new TypeError(`Cannot read ${MANIFEST_FILE} as it is damaged: deno task blocklist --force makes it anew`, {
      cause,
    });
  }
}

/** Spells a manifest, always alike. */
export function renderManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}
