import { type Service, startService } from "@/tests/load/service.ts";

/** A running service and the folder of its log files. */
export interface Target extends Omit<Service, "stop"> {
  readonly logsDir: string;
  readonly operatorToken: string;
  stop(): Promise<void>;
}

/** The name of a log as large as it may become: 256 MiB, the default of LOG_MAX_BYTES. */
export const LARGE_LOG = "access-2020-01-02.log";

/** How long a service may take to stop. */
const STOP_MS = 10_000;

/**
 * Starts the service of a checkout as in production: its permissions, its default settings except those in `settings`,
 * a proxy in front.
 */
export async function startTarget(checkout: string, settings: Readonly<Record<string, string>> = {}): Promise<Target> {
  const dir = await Deno.makeTempDir();
  const operatorToken = crypto.randomUUID();
  const service = await startService({
    checkout,
    env: {
      TRUST_PROXY: "1",
      // The sources are on loopback.
      ALLOW_PRIVATE_HOSTS: "127.0.0.1,localhost",
      OPERATOR_TOKEN: operatorToken,
      LOGS_DIR: `${dir}/logs`,
      STATE_DIR: `${dir}/state`,
      ...settings,
    },
  });
  await writeLargeLog(`${dir}/logs/${LARGE_LOG}`);
  const stop = async () => {
    // A service that is stuck would delay everything that follows. Its missing answers are in the report.
    const timer = setTimeout(() => service.signal("SIGKILL"), STOP_MS);
    await service.stop().catch(() => {}); // It may have ended already, which the report says.
    clearTimeout(timer);
    await Deno.remove(dir, { recursive: true });
  };
  return { ...service, logsDir: `${dir}/logs`, operatorToken, stop };
}

/** Creates a log of zeros. Its time is never in the past, as if it grew. */
async function writeLargeLog(path: string): Promise<void> {
  await Deno.writeFile(path, new Uint8Array());
  await Deno.truncate(path, 256 * 2 ** 20);
  const tomorrow = Date.now() / 1000 + 86_400;
  await Deno.utime(path, tomorrow, tomorrow);
}

/** Another process of this measurement. */
export interface Helper extends Disposable {
  readonly process: Deno.ChildProcess;
  readonly firstLine: Promise<string>;
}

/**
 * Starts a program of this folder with the lowest priority: on a small machine its work would otherwise slow down the
 * service as much as the attack does.
 */
export function startHelper(program: string, args: readonly string[] = []): Helper {
  const script = new URL(program, import.meta.url).href;
  const process = new Deno.Command("nice", {
    args: ["-n", "19", Deno.execPath(), "run", "--lock=tests/deno.lock", "--no-check", "--allow-all", script, ...args],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  return {
    process,
    firstLine: readLine(process.stdout),
    [Symbol.dispose]() {
      try {
        process.kill("SIGKILL");
      } catch {
        // It has ended.
      }
    },
  };
}

async function readLine(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let text = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes("\n")) break;
  }
  return text.split("\n")[0]!;
}
