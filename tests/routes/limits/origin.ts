import { paint, toPng } from "@/lib/images/tests/pictures.ts";

const PNG = await toPng(paint(6, 4, (x, y) => [40 * x, 60 * y, 9, 255]));

/** A server of pictures that counts its requests. */
export interface TestOrigin extends AsyncDisposable {
  readonly host: string;
  /** The paths of all requests, in order. */
  readonly paths: readonly string[];
  /** How many requests wait for {@linkcode TestOrigin.release} now. */
  readonly held: number;
  /** The most that waited at the same time. */
  readonly mostHeld: number;
  /** Returns the URL of a path. One below `/hang` is held. */
  url(path: string): string;
  /** Answers all requests that are held now. */
  release(): void;
}

/** Starts a server of a small picture, or of another file. Paths below `/to/` redirect to the rest. */
export function startOrigin(file: Uint8Array<ArrayBuffer> = PNG): TestOrigin {
  const paths: string[] = [];
  const held = new Set<() => void>();
  let mostHeld = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (req) => {
    const { pathname } = new URL(req.url);
    paths.push(pathname);
    if (pathname.startsWith("/to/")) {
      return new Response(null, { status: 302, headers: { location: decodeURIComponent(pathname.slice(4)) } });
    }
    if (pathname.startsWith("/hang")) await hold(req.signal);
    return new Response(file, { headers: { "cache-control": "max-age=86400" } });
  });
  const hold = async (signal: AbortSignal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => {
      held.delete(end);
      resolve();
    };
    held.add(end);
    mostHeld = Math.max(mostHeld, held.size);
    signal.addEventListener("abort", end);
    await promise;
  };
  const host = `127.0.0.1:${server.addr.port}`;
  const release = () => [...held].forEach((end) => end());
  return {
    host,
    paths,
    get held() {
      return held.size;
    },
    get mostHeld() {
      return mostHeld;
    },
    url: (path) => `http://${host}${path}`,
    release,
    async [Symbol.asyncDispose]() {
      release();
      await server.shutdown();
    },
  };
}
