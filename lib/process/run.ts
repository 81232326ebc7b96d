import { sleep } from "@/lib/async/deadline.ts";
import { type Log, startLog } from "@/lib/logging/log.ts";
import type { Operator } from "@/lib/access/operator.ts";
import { dropPermissions } from "@/lib/process/permissions.ts";
import { type Handler, serveUntilStopped } from "@/lib/process/shutdown.ts";

/** The settings of {@linkcode runService}. */
export interface RunConfig {
  readonly host: string;
  readonly port: number;
  readonly logLevel: "debug" | "info" | "warning" | "error";
  readonly logFormat: "text" | "json";
  readonly logsDir: string;
  readonly stateUrl: string;
  readonly onDeploy: boolean;
  readonly operatorToken: string | undefined;
  readonly githubToken: string | undefined;
}

/** Options of {@linkcode runService}. */
export interface RunOptions {
  readonly config: RunConfig;
  readonly operator: Operator;
  readonly handler: Handler;
  /** Whether `deno run --watch` runs it, and starts it again after a change. */
  readonly isWatched: boolean;
  /** Prepares what is slow the first time. */
  readonly warmUp: () => Promise<void>;
  /** Called once, when the service is asked to stop. */
  readonly onStopping: () => void;
  /** Ends what was started, after the last answer. */
  readonly close: () => Promise<void>;
}

/** Time for the first callers: whoever woke a sleeping instance waits for the start and for nothing else. */
const WARM_UP_AFTER_MS = 500;

/** Runs the service as a process of its own, from the first line of the log to the exit code. */
export async function runService(options: RunOptions): Promise<void> {
  const { config, operator, handler, warmUp, onStopping, close } = options;
  const log = await openLog(config, operator);
  // In the background: requests that come before the bans are known wait for them, the start does not.
  const opening = operator.open();
  await dropPermissions({ writesFiles: !config.onDeploy });
  setTimeout(warmUp, WARM_UP_AFTER_MS);
  const cleanUp = async () => {
    await opening;
    await close();
    await log.close();
  };
  // A watcher outlives the exit of what it watches: SIGTERM ends both, unless someone else takes it.
  const signals: Deno.Signal[] = options.isWatched ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
  const { host, port } = config;
  await serveUntilStopped({ host, port, handler, signals, onStopping, cleanUp });
  Deno.exit(0);
}

/** Time for requests that are still in progress when `deno serve` stops: it does not report when the last one ended. */
const SERVED_DRAIN_MS = 1_000;

/**
 * Does the same for a process whose requests `deno serve` accepts: the log, the state engine and, because workers and
 * Deno KV would keep the process alive after a signal, its end.
 */
export async function superviseService({ config, operator, warmUp, onStopping, close }: RunOptions): Promise<void> {
  const log = await openLog(config, operator);
  const opening = operator.open();
  setTimeout(warmUp, WARM_UP_AFTER_MS);
  const stop = async () => {
    onStopping();
    await sleep(SERVED_DRAIN_MS);
    await opening;
    await close();
    await log.close();
    Deno.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, stop);
}

async function openLog(config: RunConfig, operator: Operator): Promise<Log> {
  const log = await startLog({
    level: config.logLevel,
    format: config.logFormat,
    // On Deno Deploy a disk does not outlive its instance; its console is kept and searched.
    dir: config.onDeploy ? undefined : config.logsDir,
    secrets: [config.operatorToken, config.githubToken],
    clients: operator.clients,
  });
  operator.traffic.attach(log.writeAccess);
  return log;
}
