import { fromFileUrl, resolve } from "@std/path";
import type { Config } from "@/fresh.config.ts";
import { decodePercent } from "@/lib/http/request_url.ts";

/** Lists the settings that must never appear in a log: tokens, and the password of STATE_URL. */
export function listSecrets({ operatorToken, githubToken, stateUrl }: Config): (string | undefined)[] {
  const [, password = ""] = /:\/\/[^:/]*:(.*)@/.exec(stateUrl) ?? [];
  // As it is written, and as it is sent.
  return [operatorToken, githubToken, password, decodePercent(password)];
}

/** Lists the paths of this machine that logs do not show, each with the text to show instead. */
export function listPrivatePaths(config: Config): [path: string, shown: string][] {
  const settings = {
    CONTENT_DIR: config.contentDir,
    GENERATED_DIR: config.generatedDir,
    LOGS_DIR: config.logsDir,
    LAUNCHER_DATA: config.launcherData,
    STATE_DIR: config.stateDir,
    STATE_URL: config.stateUrl.match(/^kv:(.+)$/)?.[1],
  };
  const named = Object.entries(settings).flatMap(([name, path]): [string, string][] =>
    path === undefined ? [] : [[resolve(path), name]]
  );
  return [...named, [resolve(fromFileUrl(new URL("../..", import.meta.url))), "."], [Deno.cwd(), "."]];
}
