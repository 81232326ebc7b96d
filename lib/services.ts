import { join } from "@std/path";
import type { Config } from "@/fresh.config.ts";
import { type Content, createContent } from "@/lib/content/mod.ts";
import { pathOf, publicBase } from "@/lib/http/address.ts";
import type { Exchange } from "@/lib/http/exchange.ts";
import { KeptTexts } from "@/lib/http/kept_text.ts";
import { makeRequestId } from "@/lib/http/request_id.ts";
import { createKvState } from "@/lib/launcher/kv_state.ts";
import { createLauncher, type GithubSettings, type Launcher } from "@/lib/launcher/launcher.ts";
import { createFileState } from "@/lib/launcher/state.ts";

/** What is made once at start and handed to every route. */
export interface Services {
  readonly config: Config;
  readonly launcher: Launcher;
  /** What there is to draw, and the pictures. */
  readonly content: Content;
  /** Whether new requests are welcome; `/healthz` tells. */
  isServing: boolean;
  /** The page and the OpenAPI document, made once for each address that callers use. */
  readonly texts: KeptTexts;
  /** Takes a fault that nobody foresaw, for the log; the caller learns the id alone. */
  readonly reportFault: (exchange: Exchange, fault: unknown) => void;
}

/** Makes the capabilities from the settings. */
export async function createServices(config: Config): Promise<Services> {
  return {
    config,
    launcher: await openLauncher(config),
    content: await openContent(config),
    isServing: true,
    texts: new KeptTexts(),
    reportFault,
  };
}

function openContent(config: Config): Promise<Content> {
  const baseOf = (req: Request) => publicBase(req, config);
  return createContent({ baseOf, directory: config.contentDir, warn });
}

function openLauncher(config: Config): Promise<Launcher> {
  const { appName, launcherData: dataFile, launcherGithub: repository } = config;
  const github = repository === undefined ? undefined : toGithubSettings(config, repository);
  return createLauncher({ appName, dataFile, github, warn });
}

function toGithubSettings({ stateUrl, stateDir, githubToken: token }: Config, repository: string): GithubSettings {
  const path = join(stateDir, "launcher.json");
  const state = stateUrl.startsWith("kv:") ? createKvState(stateUrl.slice(3) || undefined) : createFileState(path);
  return { repository, token, state };
}

function reportFault({ req, state }: Exchange, fault: unknown): void {
  const requestId = state.requestId ??= makeRequestId();
  const text = fault instanceof Error ? fault.stack ?? fault.message : String(fault);
  warn(`${requestId} ${pathOf(req.url)} ${text}`);
}

function warn(message: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${message}\n`));
}
