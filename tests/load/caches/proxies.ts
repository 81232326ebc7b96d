import { sleep } from "@/lib/async/deadline.ts";
import { findFreePort } from "@/tests/free_port.ts";
import { findProgram } from "@/tests/programs.ts";

/** The document whose configurations are used, so that they are tried exactly as operators copy them. */
const DOCUMENT = new URL("../../../docs/caching.md", import.meta.url);

/** The programs that are tried. The key of `default nginx` has no host, as if the operator had not set one. */
export const PROXIES = ["nginx", "default nginx", "varnish", "haproxy"] as const;

export type ProxyName = typeof PROXIES[number];

/** A cache in front of the service. Disposing it ends the program. */
export interface Proxy extends AsyncDisposable {
  readonly name: ProxyName;
  readonly port: number;
}

/** What each program needs besides the configuration of the document: how its addresses are replaced, and a command. */
const STARTS: Readonly<Record<ProxyName, (text: string, options: StartOptions) => [string, ...string[]]>> = {
  nginx: startNginx,
  "default nginx": (text, options) =>
    startNginx(replace(text, { "proxy_cache_key $scheme$host$request_uri;": "" }), options),
  varnish(text, { origin, port, folder }) {
    const path = write(folder, replace(text, { '"8000"': `"${origin}"` }));
    return ["varnishd", "-F", "-j", "none", "-a", `127.0.0.1:${port}`, "-n", `${folder}/work`, "-f", path];
  },
  haproxy(text, { origin, port, folder }) {
    const addresses = { "127.0.0.1:8000": `127.0.0.1:${origin}`, "bind :80": `bind 127.0.0.1:${port}` };
    return ["haproxy", "-db", "-f", write(folder, replace(text, addresses))];
  },
};

/** Where a program listens, finds the service and stores its files. */
interface StartOptions {
  readonly origin: number;
  readonly port: number;
  readonly folder: string;
}

/** Starts a program with its configuration in docs/caching.md in front of the port `origin`. */
export async function startProxy(name: ProxyName, origin: number): Promise<Proxy> {
  const port = findFreePort();
  const folder = await Deno.makeTempDir({ prefix: "pawkit-cache-" });
  const program = await startProgram(STARTS[name](await readBlock(name), { origin, port, folder }), { port, folder });
  return { name, ...program };
}

/** Starts a program and waits until it listens. Disposing it ends the program and deletes its folder. */
export async function startProgram(
  [program, ...args]: readonly [string, ...string[]],
  { port, folder }: Omit<StartOptions, "origin">,
): Promise<AsyncDisposable & { readonly port: number }> {
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

function startNginx(text: string, { origin, port, folder }: StartOptions): [string, ...string[]] {
  const http = replace(text, {
    "127.0.0.1:8000": `127.0.0.1:${origin}`,
    "listen 80;": `listen 127.0.0.1:${port};`,
    "/var/cache/nginx/pawkit": `${folder}/cache`,
  });
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/tmp;`);
  const main = `daemon off; user root; pid ${folder}/pid; error_log ${folder}/error.log; events {}`;
  const path = write(folder, `${main} http { access_log off; ${paths.join(" ")}\n${http}\n}`);
  return ["nginx", "-e", `${folder}/error.log`, "-c", path];
}

async function readBlock(name: ProxyName): Promise<string> {
  const language = name === "varnish" ? "vcl" : name.replace("default ", "");
  const text = (await Deno.readTextFile(DOCUMENT)).split(`\n\`\`\`${language}\n`)[1]?.split("\n```\n")[0];
  if (text === undefined) throw new TypeError(`Cannot read docs/caching.md: it must have a block of ${language}`);
  return text;
}

// Each must occur, so that a changed document cannot lead to another port or folder.
function replace(text: string, replacements: Readonly<Record<string, string>>): string {
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new TypeError(`Cannot read docs/caching.md: a configuration must have ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

function write(folder: string, text: string): string {
  Deno.writeTextFileSync(`${folder}/config`, `${text}\n`);
  return `${folder}/config`;
}

async function isListening(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    return true;
  } catch {
    return false;
  }
}
