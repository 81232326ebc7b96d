import { fromFileUrl } from "@std/path";
import { sleep } from "@/lib/util/async.ts";
import { type ProxyName, startProxy } from "@/tests/proxies/proxy.ts";
import { Innocents, type Sample } from "./innocents.ts";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));

/** How long innocent clients use the service before the attack, and how long their last requests are awaited. */
const WARM_UP_MS = 3000, AFTER_MS = 1000;

/** When the memory is read again. */
const LATER_MS = 60_000;

/** One attack, and what innocent clients noticed of it. */
export interface Row {
  readonly attack: string;
  readonly proxy: ProxyName;
  readonly clients: number;
  readonly samples: readonly Sample[];
  /** How often the attackers got each answer. */
  readonly answers: string;
  /** The largest resident memory of the service in MiB until the end of the attack. */
  readonly peakMib: number;
  /** The resident memory a minute after the attack. NaN if the service had ended. */
  readonly laterMib: Promise<number>;
}

/** What to measure. */
export interface RowOptions extends Pick<Row, "attack" | "proxy" | "clients"> {
  readonly seconds: number;
  /** The ports of `sources.ts` and of `neighbour.ts`. */
  readonly sourcesPort: number;
  readonly neighbourPort: number;
}

/** The service in a process of its own. */
export interface Service extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
}

/** Starts the service as `deno task start` does. */
export async function startService(...sourcePorts: readonly number[]): Promise<Service> {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  const [, ...args] = tasks.start.command.split(" ");
  const env = {
    PORT: "0",
    HOST: "127.0.0.1",
    TRUST_PROXY: "1",
    PRIVATE_HOSTS: sourcePorts.map((port) => `127.0.0.1:${port}`).join(),
    // Without the lines of requests.
    LOG_LEVEL: "info",
    NO_COLOR: "1",
  };
  const child = new Deno.Command(Deno.execPath(), { args, env, cwd: ROOT, stdout: "piped", stderr: "inherit" }).spawn();
  const port = Number(await readUntil(child.stdout, /Listening on http:\/\/\S+:(\d+)/));
  return {
    pid: child.pid,
    port,
    async [Symbol.asyncDispose]() {
      try {
        child.kill("SIGTERM");
      } catch {
        // It has ended.
      }
      await child.status;
    },
  };
}

/** Starts a program of this folder. Hostile ones have the lowest priority: attackers have machines of their own. */
export function startProgram(name: string, args: readonly string[] = [], niceness = 19): Deno.ChildProcess {
  const path = fromFileUrl(new URL(name, import.meta.url));
  const command = ["-n", `${niceness}`, Deno.execPath(), "run", "--no-check", "--frozen", "--allow-all", path, ...args];
  return new Deno.Command("nice", { args: command, cwd: ROOT, stdout: "piped" }).spawn();
}

/** Performs an attack beside innocent clients. The service and the proxy go on for a minute after the result. */
export async function measure({ attack, proxy: name, clients, seconds, ...ports }: RowOptions): Promise<Row> {
  const { sourcesPort, neighbourPort } = ports;
  const service = await startService(sourcesPort, neighbourPort);
  const proxy = await startProxy(name, { servicePort: service.port, isSecure: false });
  const innocents = new Innocents(proxy.origin, neighbourPort);
  await sleep(WARM_UP_MS);
  await innocents.takeSamples();
  const args = [attack, clients, seconds, proxy.port, sourcesPort].map(String);
  const answers = clients === 0 ? sleep(seconds * 1000).then(() => "") : startProgram("attacks.ts", args).stdout.text();
  const text = await answers;
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
  return { attack, proxy: name, clients, samples, answers: text.trim(), peakMib, laterMib: readLater() };
}

/** Reads the output of a program until it contains a text, and then reads on without using it. */
export async function readUntil(stream: ReadableStream<Uint8Array<ArrayBuffer>>, pattern: RegExp): Promise<string> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = "";;) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`Cannot start a program: it ended, got ${text}`);
    text += value;
    const [, found] = pattern.exec(text) ?? [];
    if (found === undefined) continue;
    void (async () => {
      while (!(await reader.read()).done);
    })();
    return found;
  }
}

function readMib(pid: number, value: "VmHWM" | "VmRSS"): number {
  try {
    const status = Deno.readTextFileSync(`/proc/${pid}/status`);
    return Math.round(Number(new RegExp(`${value}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024);
  } catch {
    return NaN;
  }
}
