// deno-lint-ignore-file no-console -- its output is read by the measurement
/**
 * Performs attacks, in a process of its own with the lowest priority. It waits for a line on its standard input, so
 * that its start is not part of the measurement, and prints how often the service answered with each status, and how
 * often with what it should not.
 */
import { ATTACKS } from "./attacks.ts";

const [port, sourcePort, picturePort, seconds, ...names] = Deno.args;
const statuses: Record<string, number> = {};
const wrong: Record<string, number> = {};
const ports = { port: Number(port), sourcePort: Number(sourcePort), picturePort: Number(picturePort) };
await Deno.stdin.read(new Uint8Array(1));
const signal = AbortSignal.timeout(Number(seconds) * 1000);
await Promise.all(names.map((name) => {
  const network = `10.${1 + Object.keys(ATTACKS).indexOf(name)}`;
  const count = (status: number | string) => void (statuses[status] = (statuses[status] ?? 0) + 1);
  const countWrong = (answer: string) => void (wrong[answer] = (wrong[answer] ?? 0) + 1);
  return ATTACKS[name]!.perform({ ...ports, network, signal, count, countWrong })
    .catch((error) => {
      console.error(`Cannot continue ${name}: ${error}`);
      count("failed");
    });
}));
console.log(JSON.stringify({ statuses, wrong }));
Deno.exit(0);
