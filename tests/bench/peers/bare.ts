/** A bare `Deno.serve` that sends the bytes and headers it is given: the bar that the service is measured against. */
interface Reply {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const [first, second] = JSON.parse(Deno.args[0]!) as [Reply, Reply];

const options = { port: 0, hostname: "127.0.0.1" };

// Deno makes no request object for a handler that takes none, which no handler with two addresses can do without.
if (Deno.args[1] === "unread") Deno.serve(options, () => new Response(first.body, { headers: first.headers }));
else {
  Deno.serve(options, (req) => {
    const reply = req.url.endsWith(first.path) ? first : second;
    return new Response(reply.body, { headers: reply.headers });
  });
}
