import { type Config, loadConfig } from "@/fresh.config.ts";
import { sleep } from "@/lib/async/deadline.ts";
import { createApp } from "@/lib/app.ts";
import { closeServices, createServices, type Services } from "@/lib/services.ts";

/** Sends a request to the application in memory: `call("/api/v1/uptime", { method: "HEAD" })`. */
export type Call = (path: string, init?: RequestInit) => Promise<Response>;

/** A running application; disposing of it stops everything that it started. */
export interface StartedApp extends Call, AsyncDisposable {
  /** Handles a request of the test's own making. */
  handle(request: Request): Promise<Response>;
  /** The services behind it; replace a method to provoke an error. */
  readonly services: { -readonly [name in keyof Services]: Services[name] };
}

/** The address that a request in memory comes from. */
export const CLIENT: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "203.0.113.9", port: 4711 },
  completed: Promise.resolve(),
};

/** The clock of the rate limit, which stands still: no bucket gets a point between two requests of a test. */
export const NO_TIME = { clock: () => 0 };

/**
 * Filters run in the thread of the test, so that no worker has to be stopped, and may take long on a busy machine. There
 * the time that they take counts, so the points of many tests must suffice for any time.
 */
const STANDARD: Record<string, string> = {
  FILTER_WORKERS: "0",
  RATE_LIMIT: "1000000",
  FILTER_TIMEOUT_MS: "120000",
  SOURCE_TIMEOUT_MS: "120000",
};

/** The longest time for an upload, which is no setting: that of a test, so that a paused machine fails none. */
const UPLOAD_TIMEOUT_MS = 300_000;

/** Creates an application with its own settings, without the environment. `overrides` replace read values. */
export async function startApp(
  env: Record<string, string> = {},
  overrides: Partial<Config> = {},
): Promise<StartedApp> {
  const loaded = loadConfig({ get: (name) => env[name] ?? STANDARD[name] }, false);
  const config = { ...loaded, uploadTimeoutMs: UPLOAD_TIMEOUT_MS, ...overrides };
  const services = await createServices(config, NO_TIME);
  // The service starts before it has read the operator's pictures if that takes long.
  while (env.CONTENT_DIR !== undefined && services.content.version === 0) await sleep(1);
  const handler = createApp(services).handler();
  const handle = (request: Request) => Promise.resolve(handler(request, CLIENT));
  const call: Call = (path, init) => handle(new Request(`http://paw.example${path}`, init));
  return Object.assign(call, { handle, services, [Symbol.asyncDispose]: () => closeServices(services) });
}
