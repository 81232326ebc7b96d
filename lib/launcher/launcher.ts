import { lazy } from "@/lib/async/lazy.ts";
import type { Freshness, LauncherData } from "@/lib/launcher/launcher_data.ts";
import type { LauncherOptions, LauncherStore } from "@/lib/launcher/launcher_store.ts";

/** The application's data as the routes use it. */
export interface Launcher {
  /** Returns the current data. It returns a promise only while the shipped sample is read. */
  load(appName: string | undefined): LauncherData | Promise<LauncherData>;
  /** How old the data is; `undefined` while there is none. */
  readonly freshness: Freshness | undefined;
  /** Stops all background work. */
  close(): void;
}

/**
 * Opens the application's data. A request then goes through `LauncherStore.load()`, which returns the current
 * `LauncherData`, one of its methods, which returns the fields of one endpoint, and `respondWithData()`.
 *
 * An operator's document is read at once, so that an error in it stops the start. The shipped sample has no errors: it
 * is read on the first request, because loading its schema alone would take a quarter of a cold start.
 *
 * @throws {TypeError} if the operator's document is invalid, naming line and field.
 */
export async function createLauncher(options: LauncherOptions): Promise<Launcher> {
  let store: LauncherStore | undefined;
  const open = lazy(async () => {
    const { LauncherStore } = await import("@/lib/launcher/launcher_store.ts");
    const opened = new LauncherStore(options);
    await opened.open();
    return store = opened;
  });
  if (options.dataFile !== undefined || options.github !== undefined) return await open();
  return {
    load: (appName) => store?.load(appName) ?? open().then((opened) => opened.load(appName)),
    get freshness() {
      return store?.freshness;
    },
    close: () => store?.close(),
  };
}
