import { assertEquals } from "@std/assert";
import { SharedState } from "@/lib/state/shared_state.ts";
import { FakeEngine } from "./fake_engine.ts";

function stateOver(engine: FakeEngine) {
  const time = { now: 0 };
  const open = () => Promise.resolve(engine);
  return { time, state: new SharedState({ url: "redis://x", open, clock: () => time.now, timeoutMs: 5 }) };
}

Deno.test("SharedState.ask() opens the engine on the first call", async () => {
  const { state } = stateOver(new FakeEngine());
  assertEquals(state.isUp, false);
  assertEquals(await state.ask((engine) => engine.loadBans()), []);
  assertEquals(state.isUp, true);
});

Deno.test("SharedState.ask() returns undefined on an error, starts an epoch, and does not try again at once", async () => {
  const engine = new FakeEngine();
  const { state, time } = stateOver(engine);
  engine.isDown = true;
  const { epoch } = state;
  assertEquals(await state.ask((engine) => engine.loadBans()), undefined);
  assertEquals(state.epoch, epoch + 1);
  engine.isDown = false;
  assertEquals(await state.ask((engine) => engine.loadBans()), undefined);
  assertEquals([engine.calls, state.isUp], [1, false]);
  time.now += 500;
  assertEquals(await state.ask((engine) => engine.loadBans()), []);
});

Deno.test("SharedState.ask() does not wait for a hanging engine", async () => {
  const engine = new FakeEngine();
  engine.hangs = true;
  const { state } = stateOver(engine);
  assertEquals(await state.ask((engine) => engine.loadBans()), undefined);
});

Deno.test("SharedState.ask() does not wait for an engine that takes too long to open", async () => {
  const open = () => new Promise<never>(() => {});
  const state = new SharedState({ url: "redis://x", open, timeoutMs: 5 });
  assertEquals(await state.ask((engine) => engine.loadBans()), undefined);
});

Deno.test("SharedState.ask() tries again to open an engine that could not be opened", async () => {
  let attempts = 0;
  const time = { now: 0 };
  const open = () =>
    ++attempts === 1 ? Promise.reject(new TypeError("not attached")) : Promise.resolve(new FakeEngine());
  const state = new SharedState({ url: "kv:", open, clock: () => time.now });
  assertEquals(await state.ask((engine) => engine.loadBans()), undefined);
  assertEquals(await state.ask((engine) => engine.loadBans()), []);
});
