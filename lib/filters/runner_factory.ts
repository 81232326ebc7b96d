import type { JobRunner } from "@/lib/filters/job.ts";
import { canSandbox, createWorkerRunner } from "@/lib/filters/worker_runner.ts";
import { messageOf } from "@/lib/http/errors.ts";

/** Options of {@linkcode createRunnerFactory}. */
export interface RunnerOptions {
  /** The maximum number of threads; 0 means that the main thread runs the jobs. */
  readonly filterWorkers: number;
  /** Whether this is Deno Deploy. */
  readonly onDeploy?: boolean | undefined;
  /** Receives warnings for the operator, for example that threads cannot be started. */
  readonly warn?: (message: string) => void;
  readonly startWorker?: () => Worker;
}

/** Returns a function that starts a runner: a thread, or the main thread where no other can be started. */
export function createRunnerFactory(options: RunnerOptions): () => Promise<JobRunner> {
  const { filterWorkers, warn, startWorker } = options;
  const warned = new Set<string>();
  const warnOnce = (message: string, reason = "") => {
    if (!warned.has(message)) warn?.(message + reason);
    warned.add(message);
  };
  return async () => {
    const { modules } = await import("@/lib/images/wasm/modules.js");
    const isSandboxed = canSandbox(options);
    try {
      if (filterWorkers > 0) {
        if (!isSandboxed) warnOnce("Cannot start threads without permissions: they have those of the service");
        return await createWorkerRunner(modules, { isSandboxed, startWorker });
      }
    } catch (error) {
      warnOnce("Cannot filter in threads, so the main thread does it", `: ${messageOf(error)}`);
    }
    // Loaded when needed, because the main thread needs no codecs if threads can be started.
    const { createInlineRunner } = await import("@/lib/filters/job.ts");
    return createInlineRunner(modules);
  };
}
