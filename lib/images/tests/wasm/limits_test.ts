import { assertEquals, assertThrows } from "@std/assert";
import { InstancePool } from "../../wasm/instance_pool.ts";
import { assertNothingRefused, checkJob, getMemoryLimit, mayGrowTo, withLimits } from "../../wasm/limits.ts";
import { modules } from "../../wasm/modules.js";

const check = () => {};

Deno.test("withLimits() refuses larger memories during the job, and reports what was refused", () => {
  withLimits({ memoryBytes: 1000, check }, (getRefused) => {
    assertEquals([mayGrowTo(1000), getRefused(), getMemoryLimit()], [true, undefined, 1000]);
    assertNothingRefused();
    assertEquals([mayGrowTo(1001), getRefused()], [false, { limit: 1000, got: 1001 }]);
    assertThrows(assertNothingRefused, RangeError, "must have at most 1000 bytes, got 1001");
  });
  assertEquals([mayGrowTo(1e12), getMemoryLimit()], [true, Infinity]);
  assertNothingRefused();
});

Deno.test("withLimits() forgets an earlier job, also one that failed", () => {
  const fail = () => {
    throw new Error("nobody waits");
  };
  assertThrows(
    () =>
      withLimits({ memoryBytes: 1, check: fail }, () => {
        mayGrowTo(2);
        checkJob();
      }),
    Error,
    "nobody waits",
  );
  checkJob();
  withLimits({ memoryBytes: 1, check }, (getRefused) => assertEquals(getRefused(), undefined));
});

/** The part of the GIF module that reserves its buffers. */
interface Gif {
  readonly memory: WebAssembly.Memory;
  beginDithering(width: number): void;
}

Deno.test("InstancePool.use() throws if a module needs more than the limit, and drops the instance", () => {
  const pool = InstancePool.fromModule<Gif>(modules.gif);
  const seen = new Set<WebAssembly.Memory>();
  const begin = (width: number) =>
    pool.use((gif) => {
      seen.add(gif.memory);
      gif.beginDithering(width);
    });
  begin(100);
  withLimits({ memoryBytes: 2 ** 20, check }, () => {
    assertThrows(() => begin(1_000_000), WebAssembly.RuntimeError);
  });
  begin(1_000_000);
  assertEquals(seen.size, 2);
});

Deno.test("InstancePool.use() throws and drops an instance that was refused memory, even if its work returned", () => {
  let created = 0;
  const pool = new InstancePool(() => ({ id: ++created, memory: new WebAssembly.Memory({ initial: 1 }) }));
  withLimits({ memoryBytes: 1, check }, () => void assertThrows(() => pool.use(() => mayGrowTo(2)), RangeError));
  assertEquals(pool.use(({ id }) => id), 2);
});
