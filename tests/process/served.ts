// The program that serve_test.ts starts. Its arguments are the port, and whether the listener breaks once.
import { createLog } from "@/lib/log/log.ts";
import { exitOnStartupError, serveApp } from "@/lib/process/serve.ts";

const [port, breaks] = Deno.args;
const log = createLog({ level: "info" });
const stopping = Promise.withResolvers<void>();

if (breaks !== undefined) breakFirstListener();
await exitOnStartupError(() =>
  serveApp({
    host: "127.0.0.1",
    port: Number(port),
    handler,
    log,
    onStopping: () => stopping.resolve(),
    close: () => Promise.resolve(log.info("Closed")),
  })
);

function handler({ url }: Request): Response {
  const { pathname, port } = new URL(url);
  if (pathname === "/reject") Promise.reject(new Error("nobody handles this"));
  if (pathname === "/throw") {
    setTimeout(() => {
      throw new Error("nobody catches this");
    });
  }
  if (pathname === "/fail") {
    return new Response(new ReadableStream({ pull: (body) => body.error(new Error("no more")) }));
  }
  if (pathname !== "/slow") return new Response("fast");
  return new Response(ReadableStream.from(slowBody(Number(port))).pipeThrough(new TextEncoderStream()));
}

/** Begins at once, and ends when the service accepts no more connections. */
async function* slowBody(port: number): AsyncGenerator<string> {
  yield "begin";
  await stopping.promise;
  while (await canConnect(port)) await new Promise((resolve) => setTimeout(resolve, 10));
  yield " end";
}

async function canConnect(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    return true;
  } catch {
    return false;
  }
}

/** Does what Deno does when the process has no file descriptor left: the listener closes, and `finished` rejects. */
function breakFirstListener(): void {
  const { serve } = Deno;
  const breakOnce = (...args: Parameters<typeof serve>) => {
    Object.defineProperty(Deno, "serve", { value: serve });
    const server = serve(...args);
    return { ...server, finished: server.shutdown().then(() => Promise.reject(new Error("Too many open files"))) };
  };
  Object.defineProperty(Deno, "serve", { value: breakOnce, configurable: true });
}
