/** A bare `Deno.serve` that sends the bytes and headers it is given: the bar that the service is measured against. */
interface Reply {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const [first, second] = JSON.parse(Deno.args[0]!) as [Reply, Reply];

Deno.serve({ port: 0, hostname: "127.0.0.1" }, (req) => {
  const reply = req.url.endsWith(first.path) ? first : second;
  return new Response(reply.body, { headers: reply.headers });
});
