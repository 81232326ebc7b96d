import { getLogger } from "@logtape/logtape";
import { join } from "@std/path";
import type { Config } from "@/fresh.config.ts";
import { AccessControl } from "@/lib/access/access_control.ts";
import { type Content, createContent } from "@/lib/content/mod.ts";
import { createFiles, type Files } from "@/lib/files/files.ts";
import { FilterEngine } from "@/lib/filters/engine.ts";
import { publicOrigin } from "@/lib/http/client_address.ts";
import { RenderedTextCache } from "@/lib/http/rendered_text.ts";
import { lazy } from "@/lib/async/lazy.ts";
import { ClientHash } from "@/lib/logging/client_hash.ts";
import { ErrorLog } from "@/lib/metrics/error_log.ts";
import { loadTelemetry, type Telemetry } from "@/lib/metrics/telemetry.ts";
import { Traffic } from "@/lib/metrics/traffic.ts";
import { createKvTextStore } from "@/lib/state/kv_text.ts";
import { createLauncher, type Launcher } from "@/lib/launcher/launcher.ts";
import type { GithubSettings } from "@/lib/launcher/launcher_store.ts";
import { createFileTextStore } from "@/lib/state/text_store.ts";

/** What is made once at start and handed to every route. */
export interface Services {
  readonly config: Config;
  readonly launcher: Launcher;
  /** What there is to draw, and the pictures. */
  readonly content: Content;
  /** The generated lists and the logs. */
  readonly files: Files;
  /** Fetches, filters and keeps callers' pictures. */
  readonly filters: FilterEngine;
  /** Whether new requests are welcome; `/healthz` tells. */
  isServing: boolean;
  /** The page and the OpenAPI document, made once for each address that callers use. */
  readonly texts: RenderedTextCache;
  /** Decides which requests are accepted. */
  readonly access: AccessControl;
  /** Counts the answered requests. */
  readonly traffic: Traffic;
  /** Counts the error responses and remembers the last server errors. */
  readonly errors: ErrorLog;
  /** Names clients in the logs. */
  readonly clients: ClientHash;
}

/** Makes the capabilities from the settings. */
export async function createServices(config: Config): Promise<Services> {
  const content = await openContent(config);
  const telemetry = await loadTelemetry(config.telemetry);
  const filters = createFilters(config, content, telemetry);
  const clients = new ClientHash();
  return {
    config,
    launcher: await openLauncher(config),
    files: openFiles(config),
    content,
    filters,
    isServing: true,
    texts: new RenderedTextCache(),
    access: new AccessControl({ ...config, clients, trace: telemetry.trace }),
    traffic: new Traffic(),
    errors: new ErrorLog(),
    clients,
  };
}

/** Ends what the capabilities started: connections, timers, workers. */
export async function closeServices({ access, filters, launcher, traffic }: Services): Promise<void> {
  filters.close();
  launcher.close();
  traffic.flush();
  await access.close();
}

function openContent(config: Config): Promise<Content> {
  const originOf = (req: Request) => publicOrigin(req, config);
  return createContent({ originOf, directory: config.contentDir, warn: warnAs("content") });
}

function openFiles(config: Config): Files {
  const { generatedDir, logsDir } = config;
  const originOf = (req: Request) => publicOrigin(req, config);
  const loadLists = lazy(async () => {
    const { ListLookup } = await import("@/lib/blocklist/lookup.ts");
    return new ListLookup(generatedDir);
  });
  return createFiles({ generatedDir, logsDir, originOf, loadLists });
}

function createFilters(config: Config, { loadPicture }: Content, telemetry: Telemetry): FilterEngine {
  const findServicePicture = async (path: string) => {
    const [, kind = "", file = ""] = /^\/images\/animals\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    const picture = await loadPicture(kind, file);
    return picture && { bytes: await picture.read(), etag: picture.options.etag ?? "" };
  };
  const openLoader = lazy(async () => {
    const { createSourceLoader } = await import("@/lib/filters/source.ts");
    return createSourceLoader({ ...config, ...config.limits, findServicePicture });
  });
  const loadSource = async (imageRef: string, signal: AbortSignal) => (await openLoader())(imageRef, signal);
  return new FilterEngine({ ...config, ...config.limits, loadSource, telemetry, warn: warnAs("filters") });
}

function openLauncher(config: Config): Promise<Launcher> {
  const { appName, launcherData: dataFile, launcherGithub: repository } = config;
  const github = repository === undefined ? undefined : toGithubSettings(config, repository);
  return createLauncher({ appName, dataFile, github, warn: warnAs("launcher") });
}

function toGithubSettings(config: Config, repository: string): GithubSettings {
  const { stateUrl, stateDir, githubToken: token, githubApiUrl: baseUrl } = config;
  const path = join(stateDir, "launcher.json");
  const state = stateUrl.startsWith("kv:")
    ? createKvTextStore(stateUrl.slice(3) || undefined)
    : createFileTextStore(path);
  return { repository, token, baseUrl, state };
}

function warnAs(capability: string): (message: string) => void {
  const log = getLogger(["pawkit", capability]);
  return (message) => log.warn(message);
}
