/**
 * The same responses from the published Fresh. The import map of `http.ts` says where it is. In JavaScript, because in
 * this repository `fresh` is our own package, which has only the folder `routes/`.
 */
import { App } from "fresh";

const [first, second] = JSON.parse(Deno.args[0]);
const app = new App();
app.get(first.path, () => new Response(first.body, { headers: first.headers }));
app.get(second.path.replace(/[^/]+$/, ":type"), () => new Response(second.body, { headers: second.headers }));

Deno.serve({ port: 0, hostname: "127.0.0.1" }, app.handler());
