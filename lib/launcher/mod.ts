import { lazy } from "@/lib/async/lazy.ts";
import type { Launcher, LauncherOptions } from "@/lib/launcher/launcher.ts";

/**
 * Opens the application's data. A request then goes through `Launcher.load()`, which returns the current
 * `LauncherData`, one of its methods, which returns the fields of one endpoint, and `respondWithData()`.
 *
 * An operator's document is read at once, so that an error in it stops the startup. The shipped sample has no errors:
 * it is read on the first request, because loading its schema alone would take a quarter of a cold start.
 *
 * @throws {StartupError} if the operator's document is invalid, naming the file and the field.
 */
export async function openLauncher(options: LauncherOptions): Promise<Launcher> {
  let opened: Launcher | undefined;
  const open = lazy(async () => {
    const { DataSource } = await import("@/lib/launcher/launcher.ts");
    opened = await DataSource.open(options);
    return opened;
  });
  if (options.launcherData !== undefined || options.launcherGithub !== undefined) return await open();
  return {
    load: async (appName) => await (await open()).load(appName),
    get freshness() {
      return opened?.freshness;
    },
    ignored: {},
    close() {},
  };
}
