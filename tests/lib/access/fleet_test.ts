import { openKv } from "@/lib/store/kv_store.ts";
import { type FleetDatabase, testFleet } from "./fleet_tests.ts";

async function startKv(): Promise<FleetDatabase> {
  const dir = await Deno.makeTempDir();
  // The points of Deno KV begin again every ten minutes of this clock.
  const { now } = Date;
  Date.now = () => 60_000_000;
  const url = `kv:${dir}/state.db`;
  return {
    url,
    async clear() {
      using kv = await openKv(url);
      for await (const { key } of kv.list({ prefix: [] })) await kv.delete(key);
    },
    async [Symbol.asyncDispose]() {
      Date.now = now;
      await Deno.remove(dir, { recursive: true });
    },
  };
}

testFleet({ name: "Deno KV", start: startKv, named: (name) => ({ name }) });
