/** Variables that the runtime itself reads while it runs. Everything else may be a secret of this machine. */
const KEPT_VARIABLES = /^(NODE_|DENO_|OTEL_|LC_|XDG_|SSL_)|^(HOME|PATH|LANG|TZ|TMPDIR|NO_COLOR)$/;

/** Options of {@linkcode dropPermissions}. */
export interface DropOptions {
  /** Whether logs or state lie in files of this machine. */
  readonly writesFiles: boolean;
}

/**
 * Gives up what is not needed once the service runs, so that a fault in it cannot start programs, load libraries or
 * read secrets. Also closes `/proc`, which Deno opens only to a process that may do everything.
 *
 * The environment is emptied rather than its permission revoked: `node:https` reads `NODE_USE_SYSTEM_CA` at its first
 * connection and throws when it may not. Write permission can be given up as a whole only.
 */
export async function dropPermissions({ writesFiles }: DropOptions): Promise<void> {
  await Deno.permissions.revoke({ name: "run" });
  await Deno.permissions.revoke({ name: "ffi" });
  if (!writesFiles) await Deno.permissions.revoke({ name: "write" });
  if ((await Deno.permissions.query({ name: "env" })).state !== "granted") return;
  for (const name of Object.keys(Deno.env.toObject())) if (!KEPT_VARIABLES.test(name)) Deno.env.delete(name);
}
