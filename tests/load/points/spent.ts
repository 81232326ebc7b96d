import { Connection } from "@/tests/load/connection.ts";

/**
 * The points of a client, and those that it gets back in a minute: so many that no request is refused, and so few that
 * hardly any come back while something is measured.
 */
export const LIMIT = 6000;

/** What is spent before. A bucket that is full would lose the points that come back: these are enough for 15 s. */
const SPENT_BEFORE = 1500;

const MINUTE_MS = 60_000;

/** Returns the points that a client spends while `run` lasts, by the `ratelimit` headers before and after it. */
export async function measureSpent(port: number, client: string, run: () => Promise<unknown>): Promise<number> {
  const before = await readLeft(port, client, SPENT_BEFORE);
  const start = performance.now();
  await run();
  const after = await readLeft(port, client, 1);
  const returned = LIMIT * (performance.now() - start) / MINUTE_MS;
  // The second reading has cost a point, too.
  return before - after - 1 + returned;
}

/** Sends requests of one point each. Returns the points that are left after them. */
async function readLeft(port: number, client: string, requests: number): Promise<number> {
  using connection = await Connection.open(port);
  let head = "";
  for (let sent = 0; sent < requests; sent++) {
    ({ head } = await connection.get("/api/v1/version", { "x-forwarded-for": client }));
  }
  return Number(/ratelimit: .*r=(\d+)/.exec(head)?.[1]);
}
