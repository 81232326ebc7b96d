import { assertEquals, assertRejects } from "@std/assert";
import { Bans } from "@/lib/access/bans.ts";
import { Exchange } from "@/lib/access/exchange.ts";
import { unban } from "@/lib/access/unban.ts";
import { openStore, SharedStore } from "@/lib/store/shared_store.ts";
import { startRedis } from "@/tests/load/redis_server.ts";
import { ifInstalled } from "@/tests/programs.ts";

async function startKv(): Promise<AsyncDisposable & { readonly url: string }> {
  const dir = await Deno.makeTempDir();
  return { url: `kv:${dir}/state.db`, [Symbol.asyncDispose]: () => Deno.remove(dir, { recursive: true }) };
}

for (const [name, start] of Object.entries({ "Deno KV": startKv, Redis: startRedis })) {
  const title = `unban() lifts a ban in ${name}, and a running instance follows`;
  Deno.test(name === "Redis" ? ifInstalled("redis-server", title) : { name: title }, async () => {
    await using database = await start();
    const store = new SharedStore({ url: database.url });
    const bans = new Bans({ store, clock: () => 0, windowClock: Date.now });
    const exchange = new Exchange({ store, limiters: [bans.failures], onTime: () => {} });
    for (let i = 0; i < 10; i++) bans.countFailure("2001:db8:0:1::/64");
    await exchange.run();
    await bans.refresh();
    assertEquals(await unban("2001:db8:0:1::7", database.url), LIFTED);
    await bans.refresh();
    assertEquals(bans.isBanned("2001:db8:0:1::/64"), false);
    // Its old attempts are forgotten everywhere.
    bans.countFailure("2001:db8:0:1::/64");
    await exchange.run();
    assertEquals([bans.countFailure("2001:db8:0:1::/64"), bans.isBanned("2001:db8:0:1::/64")], [8, false]);
    assertEquals(await unban("192.0.2.7", database.url), "192.0.2.7 is not banned");
    await store.close();
  });
}

const LIFTED = "Lifted the ban of 2001:db8:0:1::/64: every instance follows within seconds";

Deno.test("unban() explains what is required of the client and of STATE_URL", async () => {
  for (
    const text of [
      "",
      " ",
      "nobody",
      "192.0.2.256",
      "192.0.2.7/24",
      "192.0.2",
      "::g",
      "猫",
      "a\u001b[31m",
      "1".repeat(999),
    ]
  ) {
    await assertRejects(() => unban(text, "kv:"), TypeError, "must be an IPv4 or IPv6 address");
  }
  await assertRejects(() => unban("192.0.2.7", ""), TypeError, "STATE_URL is not set");
});

Deno.test({
  name: "unban() reports a store that is not available",
  // The client of Redis leaves a timer behind when it could not connect.
  sanitizeResources: false,
  async fn() {
    await assertRejects(() => unban("192.0.2.7", "redis://127.0.0.1:1"), TypeError, "must be available");
  },
});

Deno.test("unban() leaves the bans of others alone", async () => {
  await using database = await startKv();
  const store = await openStore(database.url);
  await store.writeBan({ client: "192.0.2.1", leftMs: 60_000 });
  await unban("192.0.2.2", database.url);
  assertEquals((await store.readBans()).bans.map(({ client }) => client), ["192.0.2.1"]);
  store.close();
});
