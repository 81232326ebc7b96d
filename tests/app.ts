import { loadConfig } from "@/fresh.config.ts";
import { closeServices, createServices } from "@/lib/services.ts";
import { createApp } from "@/main.ts";

/** Calls the application in memory as a client would: `call("/api/v1/uptime", { method: "HEAD" })`. */
export type Call = (path: string, init?: RequestInit) => Promise<Response>;

/** An application that is called, and ends what it started when it is disposed of. */
export type StartedApp = Call & AsyncDisposable;

/** The address that a request in memory comes from. */
export const CLIENT: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "203.0.113.9", port: 4711 },
  completed: Promise.resolve(),
};

/** Filters work in the thread of the test, which then has none to end. */
const STANDARD: Record<string, string> = { FILTER_WORKERS: "0" };

/** Makes an application of its own with its own settings; nothing of the environment is read. */
export async function startApp(env: Record<string, string> = {}): Promise<StartedApp> {
  const config = loadConfig({ get: (name) => env[name] ?? STANDARD[name] }, false);
  const services = await createServices(config);
  const handler = (await createApp(config, Promise.resolve(services))).handler();
  const call: Call = (path, init) => Promise.resolve(handler(new Request(`http://paw.example${path}`, init), CLIENT));
  return Object.assign(call, { [Symbol.asyncDispose]: () => closeServices(services) });
}
