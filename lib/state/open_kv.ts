import { dirname } from "@std/path";

/**
 * Opens Deno KV: with `kv:<path>` a file, whose folder is created if it is missing, with `kv:` that of the host.
 *
 * @throws {TypeError} if no database is attached.
 * @throws {Error} if the file or its folder cannot be created.
 */
export async function openKv(url: string): Promise<Deno.Kv> {
  const path = url.slice("kv:".length) || undefined;
  try {
    return await Deno.openKv(path);
  } catch (error) {
    if (path === undefined) throw error;
    // Only after an error: if the folder exists, the service may have no permission to create it.
    await Deno.mkdir(dirname(path), { recursive: true });
    return await Deno.openKv(path);
  }
}
