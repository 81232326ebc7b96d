import { loadConfig } from "@/fresh.config.ts";
import { createApp } from "@/lib/app.ts";
import { type Clock, SYSTEM_CLOCK } from "@/lib/work/gate.ts";
import { closeServices, createServices, type Services } from "@/lib/services.ts";

/** The service in memory, with a data folder of its own. */
export interface TestApp extends AsyncDisposable {
  readonly services: Services;
  /** The folder of the operator's data. */
  readonly dataFolder: string;
  /** Sends a request. A path is one of `http://localhost`. */
  fetch(path: string, init?: RequestInit & { readonly client?: string }): Promise<Response>;
}

/** Options of {@linkcode startApp}. */
export interface TestAppOptions {
  /** Writes the operator's data before the start. */
  readonly prepare?: (dataFolder: string) => void | Promise<void>;
}

/** Ten seconds of waiting take a hundred, so that no limit of time ends a request on a busy machine. */
const PATIENT_CLOCK: Clock = {
  now: () => SYSTEM_CLOCK.now() / 10,
  setTimer: (ms, callback) => SYSTEM_CLOCK.setTimer(ms * 10, callback),
};

/** Starts the service in memory. Limits are off and the log is quiet unless `env` says otherwise. */
export async function startApp(env: Record<string, string> = {}, { prepare }: TestAppOptions = {}): Promise<TestApp> {
  const dataFolder = await Deno.makeTempDir({ prefix: "pawkit data " });
  await prepare?.(dataFolder);
  const settings: Record<string, string> = { RATE_LIMIT: "off", LOG_LEVEL: "error", WORKERS: "2", ...env };
  const config = loadConfig({ get: (name) => settings[name] });
  const services = await createServices(config, { dataFolder, clock: PATIENT_CLOCK });
  const handler = createApp(services).handler();
  return {
    services,
    dataFolder,
    async fetch(path, { client = "192.0.2.1", ...init } = {}) {
      const remoteAddr: Deno.NetAddr = { transport: "tcp", hostname: client, port: 50_000 };
      const request = new Request(new URL(path, "http://localhost"), init);
      return await handler(request, { remoteAddr, completed: Promise.resolve() });
    },
    async [Symbol.asyncDispose]() {
      await closeServices(services);
      await Deno.remove(dataFolder, { recursive: true });
    },
  };
}
