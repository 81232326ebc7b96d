// deno-lint-ignore-file no-console -- a script prints for the person who started it
import { banEverywhere, FLEET_CHECKS, type Row, STORE_CHECKS } from "./checks.ts";
import { startFleet } from "./fleet.ts";

/**
 * Checks three instances behind nginx with one Redis, and instances with stores that fail, as docs/fleet.md promises.
 * Prints a table and returns the exit code: 1 if something is wrong. Arguments select checks by a part of their name.
 */
export async function checkFleet(parts: readonly string[]): Promise<number> {
  const folder = await Deno.makeTempDir({ prefix: "pawkit-fleet-" });
  const rows: Record<string, Row & { readonly result: string }> = {};
  const errors: string[] = [];
  const run = async (name: string, check: () => Promise<Row>) => {
    console.log(`${name} …`);
    const startedAt = performance.now();
    try {
      const row = await check();
      rows[name] = { ...row, result: `right, ${Math.round((performance.now() - startedAt) / 1000)} s` };
    } catch (error) {
      rows[name] = { answered: "", result: "WRONG" };
      errors.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  };
  const isSelected = ([name]: [string, unknown]) => parts.length === 0 || parts.some((part) => name.includes(part));
  const fleetChecks = Object.entries(FLEET_CHECKS).filter(isSelected);
  if (fleetChecks.length > 0) {
    await using fleet = await startFleet(folder);
    await run("one ban for three instances", () => banEverywhere(fleet));
    for (const [name, check] of fleetChecks) await run(name, () => check(fleet));
  }
  for (const [name, check] of Object.entries(STORE_CHECKS).filter(isSelected)) await run(name, () => check(folder));
  await Deno.remove(folder, { recursive: true });
  console.table(rows);
  for (const error of errors) console.log(error);
  console.log(`${errors.length} wrong`);
  return errors.length === 0 ? 0 : 1;
}
