import { fromFileUrl } from "@std/path";
import { findPort } from "@/tests/proxies/proxy.ts";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));

/** Hostile programs have the priority of the threads for filters, because attackers have machines of their own. */
const HOSTILE = 10;

/** The service in a process of its own. */
export interface Service extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
}

/** Starts the service as `deno task start` does. */
export function startService(sourcePorts: readonly number[]): Service {
  const { tasks } = JSON.parse(Deno.readTextFileSync(`${ROOT}deno.json`));
  // The command is `NAME=value deno run …`.
  const [variables, command] = tasks.start.command.split(" deno ") as [string, string];
  const args = command.split(" ");
  const port = findPort();
  const env = {
    ...Object.fromEntries(variables.split(" ").map((each) => each.split("=") as [string, string])),
    PORT: `${port}`,
    HOST: "127.0.0.1",
    TRUST_PROXY: "1",
    PRIVATE_HOSTS: sourcePorts.map((port) => `127.0.0.1:${port}`).join(),
    // No lines of requests, so that the folder of the operator's data stays as it is.
    LOG_LEVEL: "warn",
  };
  const child = new Deno.Command(Deno.execPath(), { args, env, cwd: ROOT }).spawn();
  const end = async () => {
    // It may have ended already.
    if (!Number.isNaN(readMib(child.pid, "VmRSS"))) child.kill("SIGTERM");
    await child.status;
  };
  return { pid: child.pid, port, [Symbol.asyncDispose]: end };
}

/** Starts a program of this folder. */
export function startProgram(name: string, args: readonly string[] = [], niceness = HOSTILE): Deno.ChildProcess {
  const path = fromFileUrl(new URL(name, import.meta.url));
  const options = ["--no-check", "--frozen", "--lock=tests/deno.lock", "--allow-all"];
  const command = ["-n", `${niceness}`, Deno.execPath(), "run", ...options, path, ...args];
  return new Deno.Command("nice", { args: command, cwd: ROOT, stdout: "piped" }).spawn();
}

/** Starts a server of this folder, which prints its port. */
export async function startServer(name: string, niceness?: number): Promise<{ readonly port: number; end(): void }> {
  const program = startProgram(name, [], niceness);
  const { value } = await program.stdout.getReader().read();
  if (value === undefined) throw new Error(`Cannot start ${name}: it must print its port`);
  return { port: Number(new TextDecoder().decode(value)), end: () => program.kill("SIGKILL") };
}

/** Reads a figure of the memory of a process. NaN if it has ended. */
export function readMib(pid: number, value: "VmHWM" | "VmRSS"): number {
  try {
    const status = Deno.readTextFileSync(`/proc/${pid}/status`);
    return Math.round(Number(new RegExp(`${value}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024);
  } catch {
    return NaN;
  }
}
