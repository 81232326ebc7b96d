import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { startApp, type StartedApp } from "@/tests/app.ts";
import { paintPhoto, toPng } from "@/lib/images/tests/pictures.ts";

/** The host that callers use. */
export const HOST = "paw.example";

/** The service, with the requests that reached it. */
export interface Origin extends AsyncDisposable {
  readonly port: number;
  /** The port of a server with pictures: `/max-age=5` is sent with `cache-control: max-age=5`. */
  readonly sourcePort: number;
  /** The number of requests that reached the service. */
  requests: number;
  /** Replaces the service by one with other settings. */
  restart(env?: Record<string, string>): Promise<void>;
}

/** Starts the service behind one proxy, with these settings, and the server of pictures. */
export async function startOrigin(settings: Record<string, string>): Promise<Origin> {
  const png = await toPng(paintPhoto(40, 30));
  const serve = { hostname: "127.0.0.1", port: 0, onListen() {} };
  const source = Deno.serve(serve, (req) => {
    const cacheControl = decodeURIComponent(new URL(req.url).pathname.slice(1));
    return new Response(png, { headers: { "cache-control": cacheControl } });
  });
  const logs = await Deno.makeTempDir({ prefix: "pawkit-logs-" });
  await Deno.writeTextFile(`${logs}/a.log`, "one line\n".repeat(9));
  // The tag of a file that has just changed is weak.
  await Deno.utime(`${logs}/a.log`, 1, 1);
  const common = { TRUST_PROXY: "1", OPERATOR_TOKEN: "x".repeat(40), LOGS_DIR: logs };
  const allowed = `127.0.0.1:${source.addr.port}`;
  const start = (env: Record<string, string>) =>
    startApp({ ...common, ALLOW_PRIVATE_HOSTS: allowed, ...settings, ...env });
  let app: StartedApp = await start({});
  const origin = {
    requests: 0,
    sourcePort: source.addr.port,
    port: 0,
    async restart(env: Record<string, string> = {}) {
      await app[Symbol.asyncDispose]();
      app = await start(env);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([server.shutdown(), source.shutdown()]);
      await app[Symbol.asyncDispose]();
      await Deno.remove(logs, { recursive: true });
    },
  };
  const server = Deno.serve(serve, (req) => {
    origin.requests++;
    return app.handle(req);
  });
  origin.port = server.addr.port;
  return origin;
}

/** A response as it came over the wire, and its body without compression. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/** Options of {@linkcode ask}. */
export interface AskOptions {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array | undefined;
}

/** Sends a request over its own connection, with exactly these headers. */
export async function ask(port: number, path: string, { method, headers, body }: AskOptions = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const all = { host: HOST, ...(body && { "content-length": `${body.length}` }), ...headers };
  const sent = request({ host: "127.0.0.1", port, path, method, headers: all, agent: false }, async (response) => {
    try {
      const pieces: Uint8Array[] = [];
      for await (const piece of response) pieces.push(piece);
      const fields = response.headers as Answer["headers"];
      const bytes = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
      resolve({ status: response.statusCode!, headers: fields, body: decode(bytes, fields["content-encoding"]) });
    } catch (error) {
      reject(error);
    }
  });
  sent.on("error", reject);
  sent.end(body);
  return await promise;
}

function decode(bytes: Uint8Array, encoding: string | undefined): Uint8Array {
  if (bytes.length === 0 || encoding === undefined) return bytes;
  return new Uint8Array(encoding === "br" ? brotliDecompressSync(bytes) : gunzipSync(bytes));
}
