import { getLogger } from "@logtape/logtape";

const log = getLogger(["pawkit", "server"]);

/**
 * Logs unhandled promise rejections and uncaught errors, even from workers, so that they do not end the process. Call
 * it when the service has started: before, an error must end the process with an exit code that is not 0.
 */
export function logUnhandledErrors(): void {
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    log.error("Unhandled rejection", { error: event.reason });
  });
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    log.error("Unhandled error", { error: event.error ?? event.message });
  });
}
