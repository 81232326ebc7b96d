/** A bare `Deno.serve` that sends the given bytes and headers: the baseline for the service. */
interface RecordedResponse {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const [first, second] = JSON.parse(Deno.args[0]!) as [RecordedResponse, RecordedResponse];

/** The headers on which every response depends by contract: request id, origin, host, and those about a body. */
const HEADERS = ["x-request-id", "origin", "host", "content-length", "transfer-encoding"];

/** Uses what is read, so that V8 cannot remove the reads. */
let used = 0;

function respond(req: Request): Response {
  const { body, headers } = req.url.endsWith(first.path) ? first : second;
  return new Response(body, { headers });
}

const HANDLERS: Record<string, Deno.ServeHandler> = {
  // Deno creates no request object for a handler without parameters, but a handler for two paths needs one.
  unread: () => new Response(first.body, { headers: first.headers }),
  plain: respond,
  reading(req, info) {
    used += req.method.length + (info.remoteAddr as Deno.NetAddr).hostname.length + performance.now();
    for (const name of HEADERS) if (req.headers.has(name)) used++;
    return respond(req);
  },
};

Deno.serve({ port: 0, hostname: "127.0.0.1" }, HANDLERS[Deno.args[1]!]!);
