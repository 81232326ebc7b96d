import { assertEquals, assertThrows } from "@std/assert";
import { type Instance, InstancePool } from "../../wasm/instance_pool.ts";

/** Creates instances that are numbered from 1, each with one page of memory. */
function createCounter(): () => Instance & { id: number } {
  let created = 0;
  return () => ({ id: ++created, memory: new WebAssembly.Memory({ initial: 1 }) });
}

function fail(): never {
  throw new Error("damaged");
}

Deno.test("InstancePool.use() reuses an instance and returns the result of the work", () => {
  const pool = new InstancePool(createCounter());
  assertEquals([pool.use(({ id }) => id), pool.use(({ id }) => id * 10)], [1, 10]);
});

Deno.test("InstancePool.use() never uses an instance again whose work threw", () => {
  const pool = new InstancePool(createCounter());
  pool.use(({ id }) => assertEquals(id, 1));
  assertThrows(() => pool.use(fail), Error, "damaged");
  assertEquals([pool.use(({ id }) => id), pool.use(({ id }) => id)], [2, 2]);
});

Deno.test("InstancePool.release() drops an instance with more than 32 MiB and no other", () => {
  const pool = new InstancePool(createCounter());
  pool.release();
  pool.use(({ memory }) => memory.grow(511));
  pool.release();
  assertEquals(pool.use(({ id }) => id), 1);
  pool.use(({ memory }) => memory.grow(1));
  assertEquals(pool.use(({ id }) => id), 1);
  pool.release();
  assertEquals(pool.use(({ id }) => id), 2);
});
