import { fromFileUrl, resolve } from "@std/path";
import type { Config } from "@/fresh.config.ts";
import { decodePercent } from "@/lib/http/request_url.ts";
import { parseStateUrl } from "@/lib/store/state_url.ts";

/** Lists the settings that must never appear in a log: tokens, and the password of STATE_URL. */
export function listSecrets({ operatorToken, githubToken, stateUrl }: Config): (string | undefined)[] {
  const [, password = ""] = /:\/\/[^:/]*:(.*)@/.exec(stateUrl) ?? [];
  // As it is written, and as it is sent.
  return [operatorToken, githubToken, password, decodePercent(password)];
}

/** Returns the files and folders that the settings name, by variable. */
export function pathsOf(config: Config): Readonly<Record<string, string | undefined>> {
  return {
    CONTENT_DIR: config.contentDir,
    GENERATED_DIR: config.generatedDir,
    LAUNCHER_DATA: config.launcherData,
    LOGS_DIR: config.logsDir,
    STATE_DIR: config.stateDir,
    STATE_URL: parseStateUrl(config.stateUrl).file,
  };
}

/** Lists the paths of this machine that logs do not show, each with the text to show instead. */
export function listPrivatePaths(config: Config): [path: string, shown: string][] {
  const named = Object.entries(pathsOf(config)).flatMap(([variable, path]): [string, string][] =>
    path === undefined ? [] : [[resolve(path), variable]]
  );
  return [...named, [resolve(fromFileUrl(new URL("../..", import.meta.url))), "."], [Deno.cwd(), "."]];
}
