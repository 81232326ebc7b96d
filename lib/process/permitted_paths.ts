import { type Config, loadConfig } from "@/fresh.config.ts";

/** Lists the files and folders in the settings as the value of `--allow-write` or `--allow-read`. */
export function listPaths(config: Config, isForWriting: boolean): string {
  const { contentDir, generatedDir, logsDir, launcherData, stateDir, stateUrl } = config;
  const database = stateUrl.match(/^kv:(.+)$/)?.[1];
  const written = [logsDir, stateDir, database && toDatabasePath(database)];
  const paths = isForWriting ? written : [".", contentDir, generatedDir, launcherData, ...written];
  // Permission flags separate paths by a comma, so a comma inside a path is doubled.
  return paths.filter((path) => path !== undefined).map((path) => path.replaceAll(",", ",,")).join(",");
}

// The folder of the database, so that it can be created. If that folder contains this service, only the database file,
// because the code must not become writable.
function toDatabasePath(file: string): string {
  const folder = file.replace(/[^/\\]*$/, "");
  const containsService = /^(\.{0,2}[/\\])*$/.test(folder) || `${Deno.cwd()}/`.startsWith(folder);
  return containsService ? file : folder;
}

function readPaths(isForWriting: boolean): string {
  try {
    return listPaths(loadConfig(), isForWriting);
  } catch {
    return "."; // The service reads the same settings next and reports the error.
  }
}

// `deno task start` runs this program to grant exactly these permissions.
if (import.meta.main) {
  Deno.stdout.writeSync(new TextEncoder().encode(readPaths(Deno.args.includes("--write"))));
}
