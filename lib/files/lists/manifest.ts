import { z } from "zod";
import { join } from "@std/path";
import { MANIFEST_FILE } from "@/lib/files/lists/manifest_file.ts";
import { PROVENANCE_FILE } from "@/lib/files/lists/provenance.ts";
import { count, sha256 } from "@/lib/http/fields.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";

const MANIFEST = z.object({
  files: z.array(z.object({
    path: z.string(),
    list: z.string(),
    format: z.string(),
    sha256,
    bytes: count,
    entries: count,
    sources: z.array(z.string()),
  })),
  sources: z.array(z.object({ id: z.string(), title: z.string(), from: z.string(), licence: z.string() })),
  provenance: z.object({ path: z.literal(PROVENANCE_FILE), sha256, bytes: count }),
});

/** The output of the generator: every list with its checksum, its format and its sources. It contains no time. */
export type Manifest = Readonly<z.infer<typeof MANIFEST>>;

/** One list in one format. */
export type ManifestFile = Manifest["files"][number];

const EMPTY: Manifest = { files: [], sources: [], provenance: { path: PROVENANCE_FILE, sha256: "", bytes: 0 } };

/** Loads the manifest of a folder, an empty one if it is missing. @throws {TypeError} if it is damaged. */
export async function loadManifest(folder: string, onDamage: "throw" | "ignore" = "throw"): Promise<Manifest> {
  const text = await ifExists(Deno.readTextFile(join(folder, MANIFEST_FILE)));
  if (text === undefined) return EMPTY;
  try {
    return MANIFEST.parse(JSON.parse(text));
  } catch (cause) {
    if (onDamage === "ignore") return EMPTY;
    const message = `Cannot read ${MANIFEST_FILE}: it is damaged, deno task blocklist --force writes a new one`;
    throw new TypeError(message, { cause });
  }
}
