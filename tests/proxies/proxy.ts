/** Starts the proxies of docs/self-hosting.md on this machine, as an ordinary user. */

/** The proxies in the document: the names of their programs, and the languages of their code there. */
export const PROXIES = ["caddy", "nginx"] as const;

export type ProxyName = typeof PROXIES[number];

/** A running proxy. Disposing it ends the program. */
export interface Proxy extends AsyncDisposable {
  readonly port: number;
  readonly origin: string;
  /** What signed its certificate. */
  readonly caCerts: string[];
}

/** Options of {@linkcode startProxy}. */
export interface ProxyOptions {
  /** The port of the service. */
  readonly servicePort: number;
  /** Whether callers use HTTPS, as in the document. */
  readonly isSecure: boolean;
}

const DOCUMENT = new URL("../../docs/self-hosting.md", import.meta.url);

/** How each program is started, and the file in its folder that has then signed its certificate. */
const PROGRAMS = {
  caddy: {
    configure: configureCaddy,
    args: ["run", "--adapter", "caddyfile", "--config"],
    authority: "pki/authorities/local/root.crt",
  },
  nginx: { configure: configureNginx, args: ["-e", "stderr", "-c"], authority: "localhost.pem" },
};

/** Starts a proxy with the configuration in the document. Only ports, names and certificates are replaced in it. */
export async function startProxy(name: ProxyName, { servicePort, isSecure }: ProxyOptions): Promise<Proxy> {
  const [, written] = new RegExp(`\`\`\`${name}\n(.*?)\`\`\``, "s").exec(await Deno.readTextFile(DOCUMENT)) ?? [];
  if (written === undefined) throw new Error(`Cannot start ${name}: docs/self-hosting.md must have its configuration`);
  const folder = await Deno.makeTempDir({ prefix: "pawkit-proxy-" });
  const port = findPort();
  const { configure, args, authority } = PROGRAMS[name];
  await Deno.writeTextFile(`${folder}/config`, await configure(written, { folder, port, servicePort, isSecure }));
  const program = run(name, [...args, `${folder}/config`], { UPSTREAM: `127.0.0.1:${servicePort}`, HOME: folder });
  let failure: string | undefined;
  const ended = program.output().then(({ stderr }) => void (failure = new TextDecoder().decode(stderr)));
  const origin = `${isSecure ? "https" : "http"}://localhost:${port}`;
  const caCerts: string[] = [];
  while (!await isServing(origin, caCerts)) {
    if (failure !== undefined) throw new Error(`Cannot start ${name}: ${failure}`);
    if (isSecure) caCerts[0] = await Deno.readTextFile(`${folder}/${authority}`).catch(() => "");
  }
  const end = async () => {
    program.kill("SIGTERM");
    await ended;
    await Deno.remove(folder, { recursive: true });
  };
  return { port, origin, caCerts, [Symbol.asyncDispose]: end };
}

/** Starts a program. @throws {Error} if it is not installed. */
export function run(program: string, args: string[], env: Record<string, string> = {}): Deno.ChildProcess {
  // Debian has servers in a folder that is not in the PATH of ordinary users.
  const PATH = `${Deno.env.get("PATH")}:/usr/sbin`;
  try {
    const options = { args, env: { ...env, PATH }, stdin: "null", stdout: "piped", stderr: "piped" } as const;
    return new Deno.Command(program, options).spawn();
  } catch (cause) {
    throw new Error(`Cannot try the proxies: ${program} must be installed`, { cause });
  }
}

/** What replaces the addresses of the document. */
interface Place extends ProxyOptions {
  readonly folder: string;
  readonly port: number;
}

/** Caddy signs the certificate of "localhost" itself. Nothing else of this machine is changed. */
function configureCaddy(written: string, { folder, port, isSecure }: Place): string {
  const own = ["admin off", "auto_https disable_redirects", "skip_install_trust", "default_bind 127.0.0.1"];
  return replaceAll(written, {
    "{\n\tservers": ["{", ...own, `storage file_system ${folder}`, "servers"].join("\n"),
    "paw.example {": `${isSecure ? "https" : "http"}://localhost:${port} {`,
  });
}

async function configureNginx(written: string, { folder, port, servicePort, isSecure }: Place): Promise<string> {
  const certificate = `${folder}/localhost.pem`, key = `${folder}/localhost.key`;
  if (isSecure) await createCertificate(certificate, key);
  const site = replaceAll(written, {
    "listen 443 ssl http2;": `listen 127.0.0.1:${port}${isSecure ? " ssl http2" : ""};`,
    "server 127.0.0.1:8000;": `server 127.0.0.1:${servicePort};`,
    "paw.example;": "localhost;",
    "/etc/letsencrypt/live/paw.example/fullchain.pem": certificate,
    "/etc/letsencrypt/live/paw.example/privkey.pem": key,
  });
  const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder};`);
  // The numbers of connections are those of the document. The user matters only if root runs this.
  return `pid ${folder}/pid; daemon off; user root; worker_processes auto; worker_rlimit_nofile 16384;
events { worker_connections 8192; }
http { access_log off; ${own.join(" ")} ${isSecure ? site : site.replaceAll(/ssl_certificate.*;/g, "")} }`;
}

async function createCertificate(certificate: string, key: string): Promise<void> {
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-addext", "basicConstraints=CA:FALSE"];
  await run("openssl", ["req", "-x509", "-nodes", ...names, ...kind, "-out", certificate, "-keyout", key]).output();
}

/** Each text must occur, so that a changed document cannot lead to another port or folder. */
function replaceAll(text: string, replacements: Readonly<Record<string, string>>): string {
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`Cannot use docs/self-hosting.md: it must have ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** Returns a port of this machine that is free. */
export function findPort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return (listener.addr as Deno.NetAddr).port;
}

/** Caddy listens before it has its certificate. */
async function isServing(origin: string, caCerts: string[]): Promise<boolean> {
  try {
    using client = Deno.createHttpClient({ caCerts });
    const response = await fetch(`${origin}/healthz`, { client });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
