import { sleep } from "@/lib/async/deadline.ts";
import { findFreePort } from "@/tests/free_port.ts";
import { findProgram } from "@/tests/programs.ts";

/** The folder of the configurations, which are tried exactly as operators copy them. */
const CONFIGURATIONS = new URL("../../../docs/compose/", import.meta.url);

/** The programs that are tried. The key of `default nginx` has no host, as if the operator had not set one. */
export const PROXIES = ["nginx", "default nginx", "varnish", "haproxy"] as const;

export type ProxyName = typeof PROXIES[number];

/** A cache in front of the service. Disposing it ends the program. */
export interface Proxy extends AsyncDisposable {
  readonly name: ProxyName;
  readonly port: number;
}

/** A program that runs. Disposing it ends the program. */
type Program = Omit<Proxy, "name">;

/** Starts each program in front of a port of the service. */
const STARTS: Readonly<Record<ProxyName, (origin: number) => Promise<Program>>> = {
  nginx: (origin) => startNginx([origin, origin, origin]),
  "default nginx": (origin) =>
    startNginx([origin, origin, origin], { "proxy_cache_key $scheme$host$request_uri;": "" }),
  async varnish(origin) {
    const { path, folder, port } = await configure("varnish.vcl", () => ({ '"8000"': `"${origin}"` }));
    const args = ["-F", "-j", "none", "-a", `127.0.0.1:${port}`, "-n", `${folder}/work`, "-f", path];
    return await startProgram(["varnishd", ...args], { port, folder });
  },
  async haproxy(origin) {
    const { path, folder, port } = await configure("haproxy.cfg", ({ port }) => ({
      "127.0.0.1:8000": `127.0.0.1:${origin}`,
      "bind :80": `bind 127.0.0.1:${port}`,
    }));
    return await startProgram(["haproxy", "-db", "-f", path], { port, folder });
  },
};

/** Where a program listens and stores its files. */
interface StartOptions {
  readonly port: number;
  readonly folder: string;
}

/** What is replaced in a configuration, because this machine has other addresses and folders. */
type Replacements = Readonly<Record<string, string>>;

/** Starts a program with its configuration in docs/compose in front of the port `origin`. */
export async function startProxy(name: ProxyName, origin: number): Promise<Proxy> {
  return { name, ...await STARTS[name](origin) };
}

/** Starts nginx in front of three ports of this machine. */
export async function startNginx(ports: readonly number[], replacements: Replacements = {}): Promise<Program> {
  const names = ["pawkit:8000", "pawkit-2:8000", "pawkit-3:8000"];
  const { path, folder, port } = await configure("nginx.conf", ({ port, folder }) => {
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) =>
      `${name}_temp_path ${folder};`
    );
    return {
      ...Object.fromEntries(names.map((name, i) => [`server ${name} `, `server 127.0.0.1:${ports[i]} `])),
      "listen 8080;": `listen 127.0.0.1:${port};`,
      "/var/cache/nginx": folder,
      "pid /tmp/nginx.pid;": `pid ${folder}/pid; daemon off; user root;`,
      "access_log off;": `access_log off; ${temporary.join(" ")}`,
      ...replacements,
    };
  });
  return await startProgram(["nginx", "-e", "stderr", "-c", path], { port, folder });
}

/** Starts a program and waits until it listens. Disposing it ends the program and deletes its folder. */
export async function startProgram(
  [program, ...args]: readonly [string, ...string[]],
  { port, folder }: StartOptions,
): Promise<Program> {
  const path = findProgram(program);
  if (path === undefined) throw new TypeError(`Cannot start ${program}: it must be installed`);
  const child = new Deno.Command(path, { args, stdin: "null", stdout: "null", stderr: "piped" }).spawn();
  const messages = child.stderr.text();
  let hasEnded = false;
  const ended = child.status.then(() => void (hasEnded = true));
  while (!await isListening(port)) {
    if (hasEnded) throw new Error(`Cannot start ${program}: ${await messages}`);
    await sleep(50);
  }
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Writes a configuration for this machine to a folder of its own. */
async function configure(
  file: string,
  toReplacements: (options: StartOptions) => Replacements,
): Promise<StartOptions & { readonly path: string }> {
  const options = { port: findFreePort(), folder: await Deno.makeTempDir({ prefix: "pawkit-proxy-" }) };
  let text = await Deno.readTextFile(new URL(file, CONFIGURATIONS));
  // Each must occur, so that a changed file cannot lead to another port or folder.
  for (const [from, to] of Object.entries(toReplacements(options))) {
    if (!text.includes(from)) throw new TypeError(`Cannot use docs/compose/${file}: it must have ${from}`);
    text = text.replaceAll(from, to);
  }
  const path = `${options.folder}/config`;
  await Deno.writeTextFile(path, text);
  return { ...options, path };
}

async function isListening(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    return true;
  } catch {
    return false;
  }
}
