import { assertEquals, assertThrows } from "@std/assert";
import { type Holder, MemoryBudget, toMaxJobBytes } from "@/lib/async/memory_budget.ts";

const createError = () => new RangeError("too few");

function createBudget(limit = 100) {
  const memory = new MemoryBudget(limit);
  const lease = (client: string, bytes: number, holder: Partial<Holder> = {}) =>
    memory.lease(bytes, { client, createError, ...holder });
  return { memory, lease };
}

Deno.test("MemoryBudget.used is what its leases have reserved, and each is released once", () => {
  const { memory, lease } = createBudget();
  const [first, second] = [lease("a", 10), lease("b", 20)];
  first.growTo(50);
  first.growTo(40);
  assertEquals([memory.used, memory.limit], [70, 100]);
  second[Symbol.dispose]();
  second[Symbol.dispose]();
  assertEquals(memory.used, 50);
});

Deno.test("MemoryBudget.lease() and growTo() throw the error of the holder beyond the limit, and reserve nothing", () => {
  const { memory, lease } = createBudget();
  using first = lease("a", 60);
  assertThrows(() => lease("a", 41), RangeError, "too few");
  assertThrows(() => first.growTo(101), RangeError, "too few");
  assertEquals(memory.used, 60);
  first.growTo(100);
  assertEquals(memory.used, 100);
});

Deno.test("MemoryBudget takes the largest lease away from the client that has most, for one that has less", async () => {
  const { memory, lease } = createBudget();
  const [a1, a2, a3, b1] = [lease("a", 20), lease("a", 30), lease("a", 10), lease("b", 40)];
  const c1 = lease("c", 20);
  assertThrows(() => a2.growTo(31), RangeError, "too few");
  await Promise.resolve();
  assertEquals([a1, a2, a3, b1, c1].map(({ signal }) => signal.aborted), [false, true, false, false, false]);
  assertEquals(a2.signal.reason.message, "too few");
  a2[Symbol.dispose]();
  assertEquals(memory.used, 90);
  // 10 are left. With 11 more c would have 31, which is less than the 40 of b.
  c1.growTo(31);
  await Promise.resolve();
  assertEquals([b1.signal.aborted, a1.signal.aborted, memory.used], [true, false, 61]);
  assertThrows(() => lease("d", 41), RangeError);
});

Deno.test("MemoryBudget takes nothing away for a request that is larger than all memory", () => {
  const { memory, lease } = createBudget();
  const a1 = lease("a", 90);
  assertThrows(() => lease("b", 101), RangeError);
  using b1 = lease("b", 5);
  assertEquals([b1.tryPin(101), a1.signal.aborted, memory.used], [false, false, 95]);
});

Deno.test("MemoryBudget.lease() takes nothing from a client that would then have less", () => {
  const { lease } = createBudget();
  const a1 = lease("a", 50), b1 = lease("b", 30);
  assertThrows(() => b1.growTo(51), RangeError);
  assertThrows(() => lease("b", 21), RangeError);
  assertEquals([a1.signal.aborted, b1.signal.aborted], [false, false]);
});

Deno.test("MemoryBudget.lease() aborts its signal with that of the holder", () => {
  const holder = new AbortController();
  const { lease } = createBudget();
  const { signal } = lease("a", 1, { signal: holder.signal });
  holder.abort("gone");
  assertEquals([signal.aborted, signal.reason], [true, "gone"]);
});

Deno.test("Lease.tryPin() reserves bytes in total that nobody can take away", () => {
  const { memory, lease } = createBudget();
  const a1 = lease("a", 20);
  assertEquals([a1.tryPin(80), memory.used], [true, 80]);
  assertThrows(() => lease("b", 21), RangeError);
  assertEquals(a1.signal.aborted, false);
  a1[Symbol.dispose]();
  assertEquals(memory.used, 0);
});

Deno.test("Lease.tryPin() never releases bytes, and returns false for more than the limit", () => {
  const { memory, lease } = createBudget();
  using a1 = lease("a", 20);
  assertEquals([a1.tryPin(101), a1.tryPin(5), memory.used], [false, true, 20]);
});

Deno.test("Lease.tryPin() takes leases away only from a client with more, while others hold bytes", async () => {
  const { memory, lease } = createBudget();
  using a1 = lease("a", 0);
  a1.tryPin(30);
  const [b1, b2] = [lease("b", 30), lease("b", 20)];
  using c1 = lease("c", 10);
  // With 50, c would have as much as b.
  assertEquals([c1.tryPin(50), b1.signal.aborted, c1.signal.aborted], [false, false, false]);
  assertEquals([c1.tryPin(40), b1.tryPin(1)], [true, false]);
  await Promise.resolve();
  assertEquals([b1.signal.aborted, b2.signal.aborted, memory.used], [true, false, 90]);
});

Deno.test("Lease.tryPin() takes any lease away while nobody holds bytes, the largest first, but not its own", async () => {
  const { memory, lease } = createBudget();
  const leases = [lease("a", 20), lease("b", 25), lease("c", 15), lease("d", 40)];
  assertEquals(leases[3]!.tryPin(80), true);
  await Promise.resolve();
  assertEquals(leases.map(({ signal }) => signal.aborted), [true, true, false, false]);
  assertEquals(memory.used, 95);
});

Deno.test("MemoryBudget stays correct when a holder reacts to its loss by taking memory again", async () => {
  const { memory, lease } = createBudget();
  const a1 = lease("a", 90);
  a1.signal.addEventListener("abort", () => lease("c", 15));
  using _b1 = lease("b", 80);
  await Promise.resolve();
  assertEquals(memory.used, 95);
});

Deno.test("MemoryBudget takes nothing away in vain, and counts what the client keeps", () => {
  const { lease } = createBudget();
  using kept = lease("k", 40);
  kept.tryPin(40);
  const a1 = lease("a", 30), a2 = lease("a", 30);
  // Taking one from a would not be enough, and then a would have less than b.
  assertThrows(() => lease("b", 50), RangeError);
  assertEquals([a1.signal.aborted, a2.signal.aborted], [false, false]);
  a2[Symbol.dispose]();
  lease("c", 30);
  // The client that keeps 40 already has more than a or c.
  assertThrows(() => lease("k", 10), RangeError);
  assertEquals(a1.signal.aborted, false);
});

Deno.test("MemoryBudget.lease() takes nothing from a client with little while another one's jobs hold most", () => {
  const memory = new MemoryBudget(100);
  const createError = () => new Error("too few");
  using job = memory.lease(0, { client: "large", createError });
  job.tryPin(70);
  using reader = memory.lease(20, { client: "reader", createError });
  assertThrows(() => memory.lease(15, { client: "newcomer", createError }), Error, "too few");
  assertEquals([reader.signal.aborted, memory.used], [false, 90]);
});

Deno.test("MemoryBudget.lease() takes waiting bytes from the client that holds most in all", async () => {
  const memory = new MemoryBudget(100);
  const createError = () => new Error("too few");
  using job = memory.lease(0, { client: "large", createError });
  job.tryPin(50);
  using waiting = memory.lease(20, { client: "large", createError });
  using reader = memory.lease(30, { client: "reader", createError });
  using _newcomer = memory.lease(10, { client: "newcomer", createError });
  await Promise.resolve();
  assertEquals([waiting.signal.aborted, reader.signal.aborted, memory.used], [true, false, 90]);
});

Deno.test("toMaxJobBytes() leaves 64 MiB, or half of a small budget", () => {
  const MIB = 1024 * 1024;
  assertEquals([512, 128, 100].map((mib) => toMaxJobBytes(mib * MIB) / MIB), [448, 64, 50]);
});
