import { join } from "@std/path";
import { ifExists } from "@/lib/fs/if_exists.ts";

/** The name of the manifest in the folder of the lists. Clients read it, so its `licence` stays as in version 1. */
export const MANIFEST_FILE = "manifest.json";

/** Returns when the lists of a folder were written, or `undefined` if it has none. */
export async function readListDate(folder: string): Promise<Date | undefined> {
  return (await ifExists(Deno.stat(join(folder, MANIFEST_FILE))))?.mtime ?? undefined;
}
