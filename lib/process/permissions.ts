import type { Config } from "@/fresh.config.ts";
import { pathsOf } from "@/lib/process/private_settings.ts";

/** Lists the flags of `deno run` that grant what the settings need and nothing else, for the start of the service. */
export function listPermissions(config: Config): string[] {
  const { LOGS_DIR, STATE_DIR, STATE_URL, ...onlyRead } = pathsOf(config);
  // For a database, only its file is writable, and nothing else in its folder: SQLite creates its other files itself.
  const written = [LOGS_DIR, STATE_DIR, STATE_URL];
  return [
    "--allow-net",
    "--allow-env",
    "--allow-sys=setPriority,systemMemoryInfo",
    `--allow-read=${joinPaths([".", ...Object.values(onlyRead), ...written])}`,
    `--allow-write=${joinPaths(written)}`,
  ];
}

// Permission flags separate paths by a comma, so a comma inside a path is doubled.
function joinPaths(paths: readonly (string | undefined)[]): string {
  return paths.filter((path) => path !== undefined).map((path) => path.replaceAll(",", ",,")).join(",");
}

/** Variables that the runtime itself reads while the service runs. All others may be secrets of this machine. */
const RUNTIME_VARIABLES = /^(NODE_|DENO_|OTEL_|LC_|XDG_|SSL_)|^(HOME|PATH|LANG|TZ|TMPDIR|NO_COLOR)$/;

/**
 * Gives up the permissions that the running service does not need, so that a bug in it cannot start programs, load
 * libraries or read secrets. With `canWriteFiles` it can still store logs and state in files. This also closes
 * `/proc`, which Deno opens only to a process with all permissions.
 *
 * The environment is emptied, but its permission is not revoked: `node:https` reads `NODE_USE_SYSTEM_CA` for its
 * first connection and throws without that permission. Write permission can only be revoked as a whole.
 */
export async function dropPermissions({ canWriteFiles }: { readonly canWriteFiles: boolean }): Promise<void> {
  await Deno.permissions.revoke({ name: "run" });
  await Deno.permissions.revoke({ name: "ffi" });
  if (!canWriteFiles) await Deno.permissions.revoke({ name: "write" });
  if ((await Deno.permissions.query({ name: "env" })).state !== "granted") return;
  for (const name of Object.keys(Deno.env.toObject())) if (!RUNTIME_VARIABLES.test(name)) Deno.env.delete(name);
}
