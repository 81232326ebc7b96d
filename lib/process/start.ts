import { dirname } from "@std/path";
import { type Config, leaveOutSet, loadConfig } from "@/fresh.config.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { listPermissions } from "@/lib/process/permissions.ts";
import { pathsOf } from "@/lib/process/private_settings.ts";
import { exitOnStartupError, StartupError } from "@/lib/process/startup_error.ts";

/**
 * Settings of the C library on Linux:
 *
 * - Buffers of 8 KiB, such as what connections read, and larger ones are returned to the system when they are freed. By
 *   default they leave holes in the heap: 20 s after 20 clients had sent 100 filters of a `data:` URL of 58 KB each at
 *   a time (the attack `data-20` of `load strangers`), it had 80 to 200 MB with a limit of 32 KiB, and has 25 to 27
 *   with this one. It costs no processor time that can be measured.
 * - Large buffers have huge pages. Filling the pixels of 12 megapixels for the first time takes 4 ms instead of 23.
 */
export const MEMORY_SETTINGS = {
  MALLOC_MMAP_THRESHOLD_: "8192",
  GLIBC_TUNABLES: "glibc.malloc.hugetlb=1",
};

/**
 * Settings of V8. Once a second instead of every 8 s it looks whether little is going on, and then collects garbage, up
 * to six times instead of twice. It keeps what is free for 2 s instead of 8. By default, 260 to 430 MB more than before
 * stayed 20 s after the same attack, and 60 to 110 with these (docs/decisions/0008-garbage.md).
 */
const HEAP_SETTINGS = ["--memory-reducer-delay-ms=1000", "--memory-reducer-gc-count=6", "--memory-pool-timeout=2"];

/** Runs the service in a process with these permissions. Returns its exit code. */
async function start(config: Config, isWatching: boolean): Promise<number> {
  const { STATE_URL: database } = pathsOf(config);
  // The service may not create this folder.
  if (database !== undefined) {
    await Deno.mkdir(dirname(database), { recursive: true }).catch((error) => {
      throw new StartupError(`Cannot start: the folder of the database in STATE_URL must exist (${messageOf(error)})`);
    });
  }
  // The folders as well, because Deno watches only the modules that it has loaded: not a new route, not a style sheet.
  const watching = isWatching ? ["--watch=routes,static", "--allow-read"] : [];
  const permissions = listPermissions(config).filter((flag) => !isWatching || !flag.startsWith("--allow-read"));
  const program = ["main.ts", "--run", ...isWatching ? ["--watched"] : []];
  const service = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--frozen",
      "--no-prompt",
      `--v8-flags=${HEAP_SETTINGS.join()}`,
      ...watching,
      ...permissions,
      ...program,
    ],
    env: leaveOutSet(MEMORY_SETTINGS),
    stdin: "inherit",
  }).spawn();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => passSignal(service, signal));
  }
  return (await service.status).code;
}

/**
 * Sends a signal that this process got to the service, unless the service has ended. On Windows, Deno would terminate
 * the service instead; there Ctrl-C reaches both processes.
 */
export function passSignal(
  service: Pick<Deno.ChildProcess, "kill">,
  signal: Deno.Signal,
  os: typeof Deno.build.os = Deno.build.os,
): void {
  if (os === "windows") return;
  try {
    service.kill(signal);
  } catch (error) {
    // Thrown further, the second of two signals would end this process with a stack trace and another exit code.
    if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
  }
}

if (import.meta.main) {
  Deno.exit(await exitOnStartupError(() => start(loadConfig(), Deno.args.includes("--watch"))));
}
