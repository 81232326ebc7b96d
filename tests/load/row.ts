import { sleep } from "@/lib/util/async.ts";
import { type ProxyName, startProxy } from "@/tests/proxies/proxy.ts";
import { Innocents, type Sample } from "./innocents.ts";
import { readMib, startProgram, startService } from "./processes.ts";

/** How long innocent clients use the service before the attack, and how long their last requests are awaited. */
const WARM_UP_MS = 3000, AFTER_MS = 1000;

/** When the memory is read again. */
const LATER_MS = 60_000;

/** What is measured. */
export interface Trial {
  readonly attack: string;
  readonly proxy: ProxyName;
  readonly clients: number;
}

/** What innocent clients noticed of an attack. */
export interface Row extends Trial {
  readonly samples: readonly Sample[];
  /** How often the attackers got each answer. */
  readonly answers: string;
  /** The load of the machine at the end of the attack. */
  readonly load: number;
  /** The largest resident memory of the service in MiB until the end of the attack. */
  readonly peakMib: number;
  /** The resident memory a minute after the attack. NaN if the service had ended. */
  readonly laterMib: Promise<number>;
}

/** Options of {@linkcode measure}. */
export interface MeasureOptions {
  readonly seconds: number;
  /** The ports of `sources.ts` and of `neighbour.ts`. */
  readonly sourcesPort: number;
  readonly neighbourPort: number;
}

/** Performs an attack beside innocent clients. The service and the proxy go on for a minute after the result. */
export async function measure(trial: Trial, { seconds, sourcesPort, neighbourPort }: MeasureOptions): Promise<Row> {
  const service = startService([sourcesPort, neighbourPort]);
  const proxy = await startProxy(trial.proxy, { servicePort: service.port, isSecure: false });
  const innocents = new Innocents(proxy.origin, neighbourPort);
  await sleep(WARM_UP_MS);
  await innocents.takeSamples();
  const args = [trial.attack, trial.clients, seconds, proxy.port, sourcesPort];
  const answers = await startProgram("attacks.ts", args.map(String)).stdout.text();
  const load = Deno.loadavg()[0]!;
  await innocents.stop();
  const samples = await innocents.takeSamples();
  await sleep(AFTER_MS);
  const peakMib = readMib(service.pid, "VmHWM");
  const readLater = async () => {
    await sleep(LATER_MS);
    const laterMib = readMib(service.pid, "VmRSS");
    await proxy[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
    return laterMib;
  };
  return { ...trial, samples, answers: answers.trim(), load, peakMib, laterMib: readLater() };
}
