// deno-lint-ignore-file no-console -- its output is read by the measurement
/**
 * Performs an attack, in a process of its own with the lowest priority. It waits for a line on its standard input, so
 * that its start is not part of the measurement, and prints how often the service answered with each status.
 */
import { ATTACKS } from "./attacks.ts";

const [port, sourcePort, seconds, name = ""] = Deno.args;
const attack = ATTACKS[name]!;
const statuses: Record<string, number> = {};
const count = (status: number | string) => void (statuses[status] = (statuses[status] ?? 0) + 1);
const clients = Array.from({ length: attack.clients }, (_, client) => `10.0.${client >> 8}.${client & 255}`);
await Deno.stdin.read(new Uint8Array(1));
const signal = AbortSignal.timeout(Number(seconds) * 1000);
try {
  await attack.perform({ port: Number(port), sourcePort: Number(sourcePort), clients, signal, count });
} catch (error) {
  console.error(`Cannot continue ${name}: ${error}`);
  count("failed");
}
console.log(JSON.stringify(statuses));
Deno.exit(0);
