import { assertEquals, assertThrows } from "@std/assert";
import { AccessControl } from "@/lib/access/access_control.ts";
import { sleep } from "@/lib/async/deadline.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { WaitingRoom } from "@/lib/workers/waiting_room.ts";
import { captureTimeouts } from "../async/recorded_delays.ts";
import { createContext } from "../http/context.ts";

/** The points of a client. */
const LIMIT = 100;

/** A database that a test starts and stops. */
export interface FleetDatabase extends AsyncDisposable {
  readonly url: string;
  /** Deletes all its data. */
  clear(): Promise<void>;
}

/** Options of {@linkcode testFleet}. */
export interface FleetTests {
  /** The name of the database in those of the tests. */
  readonly name: string;
  start(): Promise<FleetDatabase>;
  /** Returns the options of a test. */
  named(title: string): { name: string; ignore?: boolean };
}

/** Registers the tests that instances of the service pass on every store that they share. */
export function testFleet({ name, start, named }: FleetTests): void {
  Deno.test(named(`three instances share one limit on ${name}, one of which is new`), async () => {
    await using database = await start();
    const [first, second] = [await startInstance(database.url), await startInstance(database.url)];
    for (const { spend, exchange } of [first, second]) {
      assertEquals(spend(10), LIMIT - 10);
      await exchange();
    }
    first.spend(60);
    second.spend(1);
    for (const { exchange } of [first, second]) await exchange();
    // The first has learnt 10 of the second, and the second 60 of the first, whose first 10 were its starting point.
    assertEquals([first.spend(1), second.spend(1)], [LIMIT - 70 - 10 - 1, LIMIT - 11 - 60 - 1]);
    const third = await startInstance(database.url);
    assertEquals(third.spend(1), LIMIT - 1);
    await third.exchange();
    assertEquals(third.spend(1), LIMIT - 2, "it was charged for what it has never seen");
    // What it spends empties the others.
    third.spend(LIMIT);
    for (const { exchange } of [third, first, second]) await exchange();
    for (const { access } of [first, second, third]) {
      assertEquals(assertThrows(() => access.admit(createRequest()), ApiError).code, "rate_limited");
    }
    for (const { access } of [first, second, third]) await access.close();
  });

  Deno.test(named(`instances charge nothing when ${name} has lost its data, and go on from there`), async () => {
    await using database = await start();
    const [first, second] = [await startInstance(database.url), await startInstance(database.url)];
    for (const { spend, exchange } of [first, second, second]) {
      spend(20);
      await exchange();
    }
    await database.clear();
    for (const { spend, exchange } of [second, first]) {
      spend(5);
      await exchange();
    }
    // Without the loss, the first one would have learnt 45 of the second.
    assertEquals([first.spend(1), second.spend(1)], [LIMIT - 26, LIMIT - 46]);
    second.spend(6);
    for (const { exchange } of [second, first]) await exchange();
    assertEquals(first.spend(1), LIMIT - 26 - 7 - 1);
    for (const { access } of [first, second]) await access.close();
  });
}

function createRequest() {
  return createContext(new Request("http://paw.example/"));
}

/** Starts an instance whose clock stands still, and that exchanges points when the test says so. */
export async function startInstance(stateUrl: string) {
  const access = new AccessControl({
    rateLimit: LIMIT,
    operatorToken: undefined,
    stateUrl,
    trustProxy: 0,
    baseUrl: undefined,
    room: new WaitingRoom(),
    clock: () => 0,
  });
  using start = captureTimeouts(1_000);
  access.open();
  let [run] = start.running;
  // The free route waits for the first read of the bans, too.
  await access.admit(createRequest(), { access: "unchecked" });
  return {
    access,
    /** Lets a request cost points, and returns how many its client has left. */
    spend(points: number): number {
      const ctx = createRequest();
      assertEquals(access.admit(ctx), undefined, "a request waits for the store");
      ctx.state.charge(points - 1);
      const response = new Response();
      access.settle(ctx, response);
      return Number(/r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]);
    },
    /** Does what the instance does once a second, and waits until it has the reply. */
    async exchange(): Promise<void> {
      using timers = captureTimeouts(1_000);
      run!();
      while (timers.running.length === 0) await sleep(1);
      [run] = timers.running;
    },
    /** Begins an exchange, whose reply may never come. */
    beginExchange: () => run!(),
  };
}
