// deno-lint-ignore-file no-console -- a script prints for the person who started it
/**
 * Attacks the service behind the proxies of docs/self-hosting.md, each attack by one and by four clients, and prints what
 * innocent clients notice of it beside what the service promises. `deno task load` measures everything in a quarter of an
 * hour; `deno task load --only "slow sources" --proxy caddy --clients 1 --seconds 30` one row;
 * `deno task load --only visitor` the page with 100 large pictures.
 */
import { parseArgs } from "node:util";
import { PROXIES, type ProxyName } from "@/tests/proxies/proxy.ts";
import { ATTACKS } from "./attacks.ts";
import { startServer } from "./processes.ts";
import { measure, type Row } from "./row.ts";
import { HEAD, toLine } from "./table.ts";
import { visitPage } from "./visitor.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    only: { type: "string", multiple: true, default: [...Object.keys(ATTACKS), "visitor"] },
    proxy: { type: "string", multiple: true, default: [...PROXIES] },
    clients: { type: "string", multiple: true, default: ["1", "4"] },
    seconds: { type: "string", default: "12" },
  },
});
const proxies = values.proxy as ProxyName[];
const sources = await startServer("sources.ts"), neighbour = await startServer("neighbour.ts", 0);
const options = { seconds: Number(values.seconds), sourcesPort: sources.port, neighbourPort: neighbour.port };
const attacks = values.only.filter((name) => name !== "visitor");
const trials = attacks.flatMap((attack) =>
  proxies.flatMap((proxy) => values.clients.map((clients) => ({ attack, proxy, clients: Number(clients) })))
);
const rows: Row[] = [];
for (const trial of trials) {
  const row = await measure(trial, options);
  console.error(Object.values(trial).join(), row.answers);
  rows.push(row);
}
if (rows.length > 0) console.log([HEAD, ...await Promise.all(rows.map(toLine))].join("\n"));
if (values.only.includes("visitor")) {
  for (const proxy of proxies) console.log(await visitPage(proxy, sources.port));
}
for (const server of [sources, neighbour]) server.end();
Deno.exit();
