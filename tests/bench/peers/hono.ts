/** The same responses from Hono: one static route and one with a parameter. With `logger`, it logs each request. */
import { Hono } from "hono";
import { logger } from "hono/logger";

interface RecordedResponse {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const [first, second] = JSON.parse(Deno.args[0]!) as [RecordedResponse, RecordedResponse];
const app = new Hono();
if (Deno.args[1] === "logger") app.use(logger());
app.get(first.path, (c) => c.body(first.body, 200, first.headers));
app.get(second.path.replace(/[^/]+$/, ":type"), (c) => c.body(second.body, 200, second.headers));

Deno.serve({ port: 0, hostname: "127.0.0.1" }, app.fetch);
