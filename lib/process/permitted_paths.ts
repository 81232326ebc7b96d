import { type Config, loadConfig } from "@/fresh.config.ts";

/** The settings that name files and folders. */
export type PathSettings = Pick<
  Config,
  "contentDir" | "generatedDir" | "logsDir" | "launcherData" | "stateDir" | "stateUrl"
>;

/** Lists what the settings name, as permission flags want it: to be written to, or to be read. */
export function listPaths(settings: PathSettings, isForWriting: boolean): string {
  const { contentDir, generatedDir, logsDir, launcherData, stateDir, stateUrl } = settings;
  const database = stateUrl.match(/^kv:(.+)$/)?.[1];
  const written = [logsDir, stateDir, database && toFolder(database)];
  const paths = isForWriting ? written : [".", contentDir, generatedDir, launcherData, ...written];
  // A comma inside a path is doubled: that is how permission flags tell it from the one between two paths.
  return paths.filter((path) => path !== undefined).map((path) => path.replaceAll(",", ",,")).join(",");
}

// A database's folder, so that it can be made. One that holds this service is there, and its code must stay as it is:
// the file alone.
function toFolder(file: string): string {
  const folder = file.replace(/[^/\\]*$/, "");
  const holdsService = /^(\.{0,2}[/\\])*$/.test(folder) || `${Deno.cwd()}/`.startsWith(folder);
  return holdsService ? file : folder;
}

function readPaths(isForWriting: boolean): string {
  try {
    return listPaths(loadConfig(), isForWriting);
  } catch {
    return "."; // The service itself reads the same settings next, and tells what is wrong with them.
  }
}

// `deno task start` asks here what to permit, so that it can permit that and nothing else.
if (import.meta.main) {
  Deno.stdout.writeSync(new TextEncoder().encode(readPaths(Deno.args.includes("--write"))));
}
