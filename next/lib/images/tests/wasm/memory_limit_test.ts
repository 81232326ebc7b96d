import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { InstancePool } from "../../wasm/instance_pool.ts";
import { assertNothingRefused, getMemoryLimit, mayGrowTo, withMemoryLimit } from "../../wasm/memory_limit.ts";
import { modules } from "../../wasm/modules.js";

Deno.test("withMemoryLimit() refuses larger memories during the work, and reports what was refused", async () => {
  await withMemoryLimit(1000, async (getRefused) => {
    assertEquals([mayGrowTo(1000), getRefused(), getMemoryLimit()], [true, undefined, 1000]);
    assertNothingRefused();
    assertEquals([mayGrowTo(1001), getRefused()], [false, { limit: 1000, got: 1001 }]);
    await Promise.resolve();
    assertThrows(assertNothingRefused, RangeError, "must have at most 1000 bytes, got 1001");
  });
  assertEquals([mayGrowTo(1e12), getMemoryLimit()], [true, Infinity]);
  assertNothingRefused();
});

Deno.test("withMemoryLimit() forgets what was refused in earlier work, also in work that failed", async () => {
  const failing = withMemoryLimit(1, () => {
    mayGrowTo(2);
    return Promise.reject(new Error("no memory"));
  });
  await assertRejects(() => failing, Error, "no memory");
  await withMemoryLimit(1, (getRefused) => Promise.resolve(assertEquals(getRefused(), undefined)));
});

/** The part of the GIF module that reserves its buffers. */
interface Gif {
  readonly memory: WebAssembly.Memory;
  beginDithering(width: number): void;
}

Deno.test("InstancePool.use() throws if a module needs more than the limit, and drops the instance", async () => {
  const pool = InstancePool.fromModule<Gif>(modules.gif);
  const seen = new Set<WebAssembly.Memory>();
  const begin = (width: number) =>
    pool.use((gif) => {
      seen.add(gif.memory);
      gif.beginDithering(width);
    });
  begin(100);
  await withMemoryLimit(2 ** 20, () => {
    assertThrows(() => begin(1_000_000), WebAssembly.RuntimeError);
    return Promise.resolve();
  });
  begin(1_000_000);
  assertEquals(seen.size, 2);
});

Deno.test("InstancePool.use() throws and drops an instance that was refused memory, even if its work returned", async () => {
  let created = 0;
  const pool = new InstancePool(() => ({ id: ++created, memory: new WebAssembly.Memory({ initial: 1 }) }));
  await withMemoryLimit(1, () => Promise.resolve(assertThrows(() => pool.use(() => mayGrowTo(2)), RangeError)));
  assertEquals(pool.use(({ id }) => id), 2);
});
