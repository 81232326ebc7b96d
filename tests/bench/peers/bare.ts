/** A bare `Deno.serve` that sends the bytes and headers it is given: the bar that the service is measured against. */
interface Reply {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const [first, second] = JSON.parse(Deno.args[0]!) as [Reply, Reply];

/** What the contract makes every answer depend on: the caller's id, its origin, the host, and that there is no body. */
const READ = ["x-request-id", "origin", "host", "content-length", "transfer-encoding"];

let seen = 0;

function reply(req: Request): Response {
  const { body, headers } = req.url.endsWith(first.path) ? first : second;
  return new Response(body, { headers });
}

const HANDLERS: Record<string, Deno.ServeHandler> = {
  // Deno makes no request object for a handler that takes none, which no handler with two addresses can do without.
  unread: () => new Response(first.body, { headers: first.headers }),
  plain: reply,
  reading(req, info) {
    seen += req.method.length + (info.remoteAddr as Deno.NetAddr).hostname.length + performance.now();
    for (const name of READ) if (req.headers.has(name)) seen++;
    return reply(req);
  },
};

Deno.serve({ port: 0, hostname: "127.0.0.1" }, HANDLERS[Deno.args[1]!]!);
