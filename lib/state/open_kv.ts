import { dirname } from "@std/path";

/**
 * Opens Deno KV: the file `path`, in a folder that is made if it is not there, or the database of this deployment.
 *
 * @throws {TypeError} When no database is attached.
 * @throws {Error} When the file or its folder cannot be made.
 */
export async function openKv(path: string | undefined): Promise<Deno.Kv> {
  try {
    return await Deno.openKv(path);
  } catch (error) {
    if (path === undefined) throw error;
    // Only now: a folder that is there need not be one that may be written to as a whole.
    await Deno.mkdir(dirname(path), { recursive: true });
    return await Deno.openKv(path);
  }
}
