// deno-lint-ignore-file no-console -- a script prints for the person who started it
/**
 * Attacks the service behind the proxies of docs/self-hosting.md, each attack by one and by four clients, and prints what
 * innocent clients notice of it beside the promises of DESIGN.md. `deno task load` measures everything in a quarter of an
 * hour; `deno task load --only "slow sources" --proxy caddy --clients 1 --seconds 30` one row;
 * `deno task load --only visitor` the page with 100 large pictures.
 */
import { parseArgs } from "node:util";
import { PROXIES, type ProxyName } from "@/tests/proxies/proxy.ts";
import { ATTACKS } from "./attacks.ts";
import { measure, readUntil, type Row, startProgram } from "./row.ts";
import { HEAD, toLine } from "./table.ts";
import { visitPage } from "./visitor.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    only: { type: "string", multiple: true },
    proxy: { type: "string", multiple: true },
    clients: { type: "string", multiple: true },
    seconds: { type: "string", default: "12" },
  },
});
const names = values.only ?? ["nothing", ...Object.keys(ATTACKS), "visitor"];
const proxies = values.proxy as ProxyName[] | undefined ?? PROXIES;
const sources = startProgram("sources.ts");
const sourcesPort = Number(await readUntil(sources.stdout, /(\d+)\n/));
const neighbour = startProgram("neighbour.ts", [], 0);
const neighbourPort = Number(await readUntil(neighbour.stdout, /(\d+)\n/));
const rows: Row[] = [];
for (const attack of names.filter((name) => name !== "visitor")) {
  for (const proxy of proxies) {
    const numbers = attack === "nothing" ? [0] : values.clients?.map(Number) ?? [1, 4];
    for (const clients of numbers) {
      const row = await measure({
        attack,
        proxy,
        clients,
        seconds: Number(values.seconds),
        sourcesPort,
        neighbourPort,
      });
      console.error(`${attack}, ${proxy}, ${clients}: ${row.answers} load ${Deno.loadavg()[0]!.toFixed(1)}`);
      rows.push(row);
    }
  }
}
if (rows.length > 0) console.log([HEAD, ...await Promise.all(rows.map(toLine))].join("\n"));
if (names.includes("visitor")) { for (const proxy of proxies) console.log(await visitPage(proxy, sourcesPort)); }
for (const program of [sources, neighbour]) program.kill("SIGKILL");
Deno.exit();
