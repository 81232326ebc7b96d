import { fromFileUrl, join } from "@std/path";
import { KINDS } from "@pawkit/animals";
import type { Config } from "@/fresh.config.ts";
import { Bans } from "@/lib/access/bans.ts";
import { Bucket } from "@/lib/access/bucket.ts";
import { OperatorToken } from "@/lib/access/operator_token.ts";
import type { Context } from "@/lib/define.ts";
import { Filters } from "@/lib/filters/filter.ts";
import { findPictureFile } from "@/lib/filters/service_picture.ts";
import type { ApiError } from "@/lib/http/errors.ts";
import { WatchedDocument } from "@/lib/launcher/watch.ts";
import { ListFiles } from "@/lib/lists/generated.ts";
import type { Look } from "@/lib/meet/look.ts";
import type { Address } from "@/lib/meet/names.ts";
import { Pictures } from "@/lib/meet/pictures.ts";
import { findDrawnPicture } from "@/lib/meet/service_picture.ts";
import { respondWithErrorPicture } from "@/lib/meet/status.ts";
import { RANDOM_ANIMALS } from "@/lib/meet/random_animals.ts";
import { createLog, type Log } from "@/lib/log/log.ts";
import { readCommit } from "@/lib/process/info.ts";
import { StartupError } from "@/lib/process/settings.ts";
import { isSmallMachine } from "@/lib/process/memory.ts";
import { listOwnPictures, type OwnPictures } from "@/lib/random/own_pictures.ts";
import { Counters } from "@/lib/status/counters.ts";
import { ifExists } from "@/lib/util/fs.ts";
import { ServedFolder } from "@/lib/util/served_folder.ts";
import type { Clock } from "@/lib/work/gate.ts";
import { Work } from "@/lib/work/work.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));

/** The parts of the service, created once at the start and shared by all requests. */
export interface Services {
  readonly config: Config;
  readonly log: Log;
  /** The points of each client. */
  readonly bucket: Bucket;
  /** Drawings, filters and large bodies pass its gates. */
  readonly work: Work;
  /** Counts the requests for the operator. */
  readonly counters: Counters;
  /** The commit that is running, if it is known. */
  readonly commit: string | null;
  /** False while the service stops. */
  isServing: boolean;
  /** The pictures of animals and statuses. */
  readonly pictures: Pictures;
  /** The operator's own pictures, which take the place of random animals. */
  readonly ownPictures: OwnPictures;
  /** The functions of named animals that random animals use. */
  readonly randomAnimals: typeof RANDOM_ANIMALS;
  /** Filters images, also those of this service. */
  readonly filters: Filters;
  /** The block lists. */
  readonly lists: ListFiles;
  /** The folder of the logs. */
  readonly logFolder: ServedFolder;
  /** The data of the application behind v5. */
  readonly launcher: WatchedDocument;
  readonly bans: Bans;
  /** Checks the operator's token, if there is one. */
  readonly operatorToken: OperatorToken | undefined;
  /** Renders the page of some animals. */
  readonly renderAnimalPage: (ctx: Context, address: Address, look: Look) => Promise<Response>;
  /** Renders the page of an error, for browsers. */
  readonly renderErrorPage: (ctx: Context, error: ApiError) => Promise<Response>;
  /** Responds to a request for a picture with a picture of the error. */
  readonly respondWithErrorPicture: (ctx: Context, error: ApiError) => Response;
}

/** Options for tests. */
export interface ServicesOptions {
  /** The folder of the operator's data. */
  readonly dataFolder?: string;
  /** The clock of the limits of waiting and of jobs. */
  readonly clock?: Clock;
}

/** Creates the services from the settings. @throws {StartupError} if the operator's data are wrong. */
export async function createServices(
  config: Config,
  { dataFolder = join(ROOT, "data"), clock }: ServicesOptions = {},
): Promise<Services> {
  const { isDenoDeploy, logLevel: level, operatorToken, rateLimit } = config;
  await assertGuide();
  // Files on Deno Deploy do not outlive the instance, so request lines go to the console there.
  const folder = isDenoDeploy ? undefined : join(dataFolder, "logs");
  const log = createLog({ level, folder, secrets: [operatorToken] });
  const bucket = new Bucket(rateLimit);
  const onStuck = () => {
    log.error(
      "Cannot end a job that is a minute over its limit: the process ends, and its supervisor starts it again",
    );
    Deno.exit(1);
  };
  const isSmall = isSmallMachine(config.memoryBudget);
  const work = new Work({ ...config, bucket, isSmallMachine: isSmall, onStuck, ...(clock && { clock }) });
  const bans = new Bans(log);
  // Only wrong tokens lead to bans.
  if (operatorToken !== undefined) await bans.open(isDenoDeploy ? undefined : join(dataFolder, "bans.kv"));
  const ownPictures = await listOwnPictures(dataFolder, KINDS, log);
  const launcherPath = join(dataFolder, "launcher.json");
  const findServicePicture = (url: URL) => findDrawnPicture(url) ?? findPictureFile(ownPictures, url);
  return {
    config,
    log,
    bucket,
    work,
    counters: new Counters(),
    commit: await readCommit(ROOT),
    isServing: true,
    pictures: new Pictures(work, isSmall),
    ownPictures,
    randomAnimals: RANDOM_ANIMALS,
    filters: new Filters({ config, work, isSmallMachine: isSmall, findServicePicture }),
    lists: new ListFiles(join(dataFolder, "generated")),
    logFolder: new ServedFolder(join(dataFolder, "logs")),
    // A wrong document must not stop a service that does not use it.
    launcher: config.features.has("launcher")
      ? await WatchedDocument.open(launcherPath, log)
      : new WatchedDocument(launcherPath, log),
    bans,
    operatorToken: operatorToken === undefined ? undefined : new OperatorToken(operatorToken, bans),
    respondWithErrorPicture,
    renderAnimalPage: async (ctx, address, look) =>
      (await import("@/lib/page/AnimalPage.tsx")).respondWithAnimalPage(ctx, address, look),
    renderErrorPage: async (ctx, error) => (await import("@/lib/page/ErrorPage.tsx")).respondWithErrorPage(ctx, error),
  };
}

/** The guide is a page of the service. Without it, a deployment lacks files. @throws {StartupError} */
async function assertGuide(): Promise<void> {
  const guide = await ifExists(Deno.stat(join(ROOT, "docs", "callers.md")));
  if (guide === undefined) throw new StartupError("Cannot start: docs/callers.md is missing");
}

/** Ends the threads and timers, and writes what is left of the log. */
export async function closeServices({ bans, launcher, log, work }: Services): Promise<void> {
  work.close();
  launcher.close();
  await bans.close();
  await log.close();
}
