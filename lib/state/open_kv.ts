import { dirname } from "@std/path";

/**
 * Opens Deno KV: the file `path`, whose folder is created if it is missing, or the database of this deployment.
 *
 * @throws {TypeError} if no database is attached.
 * @throws {Error} if the file or its folder cannot be created.
 */
export async function openKv(path: string | undefined): Promise<Deno.Kv> {
  try {
    return await Deno.openKv(path);
  } catch (error) {
    if (path === undefined) throw error;
    // Only after an error: if the folder exists, the service may have no permission to create it.
    await Deno.mkdir(dirname(path), { recursive: true });
    return await Deno.openKv(path);
  }
}
