import { getLogger } from "@logtape/logtape";
import { fromFileUrl } from "@std/path";
import type { Config } from "@/fresh.config.ts";
import { MemoryBudget } from "@/lib/workers/memory.ts";
import { AccessControl, type AccessControlOptions } from "@/lib/access/access_control.ts";
import { WorkAdmission } from "@/lib/access/work_admission.ts";
import { Content } from "@/lib/content/mod.ts";
import { findServicePicture } from "@/lib/content/find_service_picture.ts";
import { createFiles, type Files } from "@/lib/files/files.ts";
import { Filters } from "@/lib/filters/filters.ts";
import { Pool } from "@/lib/workers/pool.ts";
import { createWorkerStarter } from "@/lib/workers/start_worker.ts";
import { WaitingRoom } from "@/lib/workers/waiting_room.ts";
import type { RequestWriter } from "@/lib/http/request_record.ts";
import { RenderedTextCache } from "@/lib/page/layout/rendered_text.ts";
import { ErrorCounts } from "@/lib/metrics/error_counts.ts";
import { Histogram } from "@/lib/metrics/histogram.ts";
import { Traffic } from "@/lib/metrics/traffic.ts";
import { History } from "@/lib/operator/history.ts";
import type { LostLines } from "@/lib/logging/line_queue.ts";
import { readCommit } from "@/lib/process/commit.ts";
import { openLauncher } from "@/lib/launcher/mod.ts";
import type { Launcher } from "@/lib/launcher/launcher.ts";

/** The features of the service, created once at startup and shared by all requests. */
export interface Services {
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
  /** Runs the jobs of filters and drawings. */
  readonly pool: Pool;
  /** The memory of all work in progress. */
  readonly memory: MemoryBudget;
  /** `false` once the service is shutting down. `/healthz` then responds with 503. */
  isServing: boolean;
  /** Where the service listens, once it does. */
  readonly listening: { address?: Deno.Addr };
  /** Texts that are the same for every caller, such as the landing page, rendered once. */
  readonly renderedTexts: RenderedTextCache;
  /** Decides which requests are accepted. */
  readonly access: AccessControl;
  /** Lets accepted requests start work. */
  readonly work: WorkAdmission;
  /** By how much timers are late. */
  readonly eventLoopDelays: Histogram;
  /** The lines that are not in the logs. */
  readonly lostLines: LostLines;
  /** Counts the answered requests. */
  readonly traffic: Traffic;
  /** Writes the answered requests to the access log, once it has started. */
  logRequest: RequestWriter;
  /** Counts the error responses and remembers the last ones. */
  readonly errorCounts: ErrorCounts;
  /** The last hour, for the operator. */
  readonly history: History;
}

/** Creates the features from the settings. The clock is the one by which points come back. */
export async function createServices(
  config: Config,
  { clock }: Pick<AccessControlOptions, "clock"> = {},
): Promise<Services> {
  const startWorker = createWorkerStarter({ ...config, warn: warnAs("filters") });
  const memory = new MemoryBudget(config);
  const room = new WaitingRoom();
  const pool = new Pool({ ...config, memory, room, startWorker });
  const content = await Content.open({
    folder: config.contentDir,
    warn: warnAs("content"),
    pool,
  });
  const listening: Services["listening"] = {};
  const filters = new Filters({
    ...config,
    pool,
    findServicePicture: (url) => findServicePicture(url, content),
    isOwnPort(port) {
      const { address } = listening;
      return address !== undefined && "port" in address && address.port === port;
    },
  });
  const access = new AccessControl({ ...config, room, ...(clock && { clock }) });
  const services = {
    access,
    errorCounts: new ErrorCounts(),
    eventLoopDelays: new Histogram(),
    filters,
    launcher: await openLauncher({ ...config, warn: warnAs("launcher") }),
    traffic: new Traffic(),
    logRequest: () => {},
    lostLines: { dropped: 0, full: 0 },
    config,
    commit: await readCommit(fromFileUrl(new URL("../", import.meta.url))),
    content,
    work: new WorkAdmission({ ...config, points: access.points, turns: access.turns, memory, room }),
    files: createFiles({ generatedDir: config.generatedDir, logsDir: config.logsDir, address: config, memory, room }),
    pool,
    memory,
    isServing: true,
    listening,
    renderedTexts: new RenderedTextCache(),
  };
  return { ...services, history: new History(services) };
}

/** Closes the connections and ends the timers and workers of the features. */
export async function closeServices(services: Services): Promise<void> {
  const { access, content, history, launcher, pool } = services;
  content.close();
  history.close();
  pool.close();
  launcher.close();
  await access.close();
}

function warnAs(feature: string): (message: string) => void {
  const log = getLogger(["pawkit", feature]);
  return (message) => log.warn(message);
}
