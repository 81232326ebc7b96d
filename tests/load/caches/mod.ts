// deno-lint-ignore-file no-console -- a script prints for the person who started it
import { CHECKS } from "./checks.ts";
import { HOST, startOrigin } from "./origin.ts";
import { PROXIES, startProxy } from "./proxies.ts";

/**
 * Starts nginx, Varnish and HAProxy in front of the service, with the configurations in docs/compose, and asks each
 * of them for everything that it may get wrong, with and without BASE_URL. Prints a table and returns the exit code.
 * Among the results, `hit` means that one of three requests reached the service, and `-` that all did.
 */
export async function checkCaches(): Promise<number> {
  const errors: string[] = [];
  for (const hasBaseUrl of [true, false]) {
    const title = hasBaseUrl ? "with BASE_URL" : "without BASE_URL";
    const results: Record<string, Record<string, string>> = {};
    for (const name of PROXIES) {
      await using origin = await startOrigin(hasBaseUrl ? { BASE_URL: `http://${HOST}` } : {});
      await using proxy = await startProxy(name, origin.port);
      for (const [row, check] of Object.entries(CHECKS)) {
        const result = await check({ proxy, origin, hasBaseUrl }).catch((error: unknown) => {
          errors.push(`${title}, ${name}, ${row}: ${error instanceof Error ? error.message : error}`);
          return "WRONG";
        });
        (results[row] ??= {})[name] = result;
      }
    }
    console.log(title);
    console.table(results);
  }
  for (const error of errors) console.log(error);
  console.log(`${errors.length} wrong`);
  return errors.length === 0 ? 0 : 1;
}
