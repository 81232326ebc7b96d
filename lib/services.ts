import { getLogger } from "@logtape/logtape";
import { fromFileUrl } from "@std/path";
import type { Config } from "@/fresh.config.ts";
import { lazy } from "@/lib/async/lazy.ts";
import { MemoryBudget } from "@/lib/async/memory_budget.ts";
import { AccessControl } from "@/lib/access/access_control.ts";
import { type Content, createContent } from "@/lib/content/mod.ts";
import { loadServicePicture } from "@/lib/content/named_animal.ts";
import { createFiles, type Files } from "@/lib/files/files.ts";
import { estimateDrawing } from "@/lib/filters/cost.ts";
import { Filters } from "@/lib/filters/filters.ts";
import { Pool } from "@/lib/filters/pool.ts";
import { createWorkerStarter } from "@/lib/filters/start_worker.ts";
import type { AccessWriter } from "@/lib/http/access_record.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { RenderedTextCache } from "@/lib/page/rendered_text.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { ClientNames } from "@/lib/logging/client_names.ts";
import { ErrorCounts } from "@/lib/metrics/error_counts.ts";
import { Histogram } from "@/lib/metrics/histogram.ts";
import { loadTelemetry, type Telemetry } from "@/lib/metrics/telemetry.ts";
import { Traffic } from "@/lib/metrics/traffic.ts";
import { History } from "@/lib/operator/history.ts";
import type { MetricSources } from "@/lib/operator/metrics.ts";
import { readCommit } from "@/lib/process/commit.ts";
import { openLauncher } from "@/lib/launcher/mod.ts";
import type { Launcher } from "@/lib/launcher/sources.ts";

/** The capabilities of the service, created once at startup and shared by all requests. */
export interface Services extends MetricSources {
  readonly config: Config;
  /** The commit that is running, if it is known. */
  readonly commit: string | null;
  /** The data of the v5 API. */
  readonly launcher: Launcher;
  /** The random content and the pictures. */
  readonly content: Content;
  /** The generated block lists and the logs. */
  readonly files: Files;
  /** Fetches and filters images, and caches the results. */
  readonly filters: Filters;
  /** The memory of all work in progress. */
  readonly memory: MemoryBudget;
  /** `false` once the service is shutting down. `/healthz` then responds with 503. */
  isServing: boolean;
  /** Where the service listens, once it does. */
  readonly listening: { address?: Deno.Addr };
  /** The landing page and the OpenAPI document, rendered once for each origin that callers use. */
  readonly renderedTexts: RenderedTextCache;
  /** Decides which requests are accepted. */
  readonly access: AccessControl;
  /** Counts the answered requests. */
  readonly traffic: Traffic;
  /** Writes the answered requests to the access log, once it has started. */
  writeAccess: AccessWriter;
  /** Counts the error responses and remembers the last server errors. */
  readonly errorCounts: ErrorCounts;
  /** Spans and metrics for the operator's tools. */
  readonly telemetry: Telemetry;
  /** Gives clients a name in the logs that does not reveal their address. */
  readonly clientNames: ClientNames;
  /** The last hour, for the operator. */
  readonly history: History;
}

/** Creates the capabilities from the settings. */
export async function createServices(config: Config): Promise<Services> {
  const { generatedDir, logsDir } = config;
  const originOf = (ctx: HttpContext) => publicOrigin(ctx, config);
  const loadLists = lazy(async () => {
    const { ListLookup } = await import("@/lib/blocklist/lookup.ts");
    return new ListLookup(generatedDir);
  });
  const telemetry = await loadTelemetry(config.hasTelemetry);
  const startWorker = createWorkerStarter({ ...config, warn: warnAs("filters") });
  const memory = new MemoryBudget(config.memoryBudget);
  const pool = new Pool({ ...config, memory, startWorker });
  const content = await createContent({
    originOf,
    folder: config.contentDir,
    warn: warnAs("content"),
    render: (drawing, turn) => telemetry.trace("drawing.run", () => pool.run(drawing, estimateDrawing(drawing), turn)),
  });
  const listening: Services["listening"] = {};
  const filters = new Filters({
    ...config,
    pool,
    memory,
    telemetry,
    findServicePicture: (url, caller) => loadServicePicture(url, content, () => caller),
    isOwnPort(port) {
      const { address } = listening;
      return address !== undefined && "port" in address && address.port === port;
    },
  });
  const clientNames = new ClientNames();
  const access = new AccessControl({ ...config, clients: clientNames, trace: telemetry.trace });
  const charge = (ctx: HttpContext, points: number) => access.charge(ctx, points);
  const services = {
    access,
    errorCounts: new ErrorCounts(),
    telemetry,
    eventLoopDelays: new Histogram(),
    filters,
    launcher: await openLauncher({ ...config, warn: warnAs("launcher") }),
    traffic: new Traffic(),
    writeAccess: () => {},
    lostLines: { dropped: 0, sampled: 0 },
    config,
    commit: await readCommit(fromFileUrl(new URL("../", import.meta.url))),
    content,
    files: createFiles({ generatedDir, logsDir, originOf, loadLists, charge }),
    memory,
    isServing: true,
    listening,
    renderedTexts: new RenderedTextCache({ originOf, charge }),
    clientNames,
  };
  return { ...services, history: new History(services) };
}

/** Closes the connections and ends the timers and workers of the capabilities. */
export async function closeServices(services: Services): Promise<void> {
  const { access, content, filters, history, launcher } = services;
  content.close();
  history.close();
  filters.close();
  launcher.close();
  await access.close();
}

function warnAs(capability: string): (message: string) => void {
  const log = getLogger(["pawkit", capability]);
  return (message) => log.warn(message);
}
