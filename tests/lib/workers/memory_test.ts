import { assertEquals, assertThrows } from "@std/assert";
import { MemoryBudget, type ReservationOptions } from "@/lib/workers/memory.ts";

const createError = () => new RangeError("too few");

function createBudget(limit = 100) {
  const memory = new MemoryBudget({ memoryBudget: limit, maxJobBytes: limit });
  const reserve = (client: string, bytes: number, options: Partial<ReservationOptions> = {}) => {
    const reservation = memory.reserve({ client, createError, ...options });
    reservation.growTo(bytes);
    return reservation;
  };
  return { memory, reserve };
}

Deno.test("MemoryBudget.used is what its reservations have, and each is released once", () => {
  const { memory, reserve } = createBudget();
  const [first, second] = [reserve("a", 10), reserve("b", 20)];
  first.growTo(50);
  first.growTo(40);
  assertEquals([memory.used, memory.limit], [70, 100]);
  second[Symbol.dispose]();
  second[Symbol.dispose]();
  assertEquals(memory.used, 50);
});

Deno.test("Reservation.growTo() throws the error of its request beyond the limit, and releases what it had", () => {
  const { memory, reserve } = createBudget();
  using first = reserve("a", 60);
  assertThrows(() => reserve("a", 41), RangeError, "too few");
  assertEquals(memory.used, 60);
  first.growTo(100);
  assertEquals(memory.used, 100);
  assertThrows(() => first.growTo(101), RangeError, "too few");
  assertEquals([first.signal.reason.message, memory.used], ["too few", 0]);
  assertThrows(() => first.growTo(1), RangeError, "too few");
});

Deno.test("MemoryBudget takes the largest reservation away from the client that has most, for one that has less", async () => {
  const { memory, reserve } = createBudget();
  const [a1, a2, a3, b1] = [reserve("a", 20), reserve("a", 30), reserve("a", 10), reserve("b", 40)];
  const c1 = reserve("c", 20);
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
  assertThrows(() => reserve("d", 41), RangeError);
});

Deno.test("MemoryBudget takes nothing away for a request that is larger than all memory", () => {
  const { memory, reserve } = createBudget();
  const a1 = reserve("a", 90);
  assertThrows(() => reserve("b", 101), RangeError);
  using b1 = reserve("b", 5);
  assertEquals([b1.tryStartJob(101, "ordinary"), a1.signal.aborted, memory.used], [false, false, 95]);
});

Deno.test("MemoryBudget takes nothing from a client that would then have less", () => {
  const { reserve } = createBudget();
  const a1 = reserve("a", 50), b1 = reserve("b", 30);
  assertThrows(() => reserve("b", 21), RangeError);
  assertThrows(() => b1.growTo(51), RangeError);
  assertEquals(a1.signal.aborted, false);
});

Deno.test("Reservation.signal aborts with that of the request", () => {
  const request = new AbortController();
  const { reserve } = createBudget();
  const { signal } = reserve("a", 1, { signal: request.signal });
  request.abort("gone");
  assertEquals([signal.aborted, signal.reason], [true, "gone"]);
});

Deno.test("Reservation.tryStartJob() reserves bytes in total that nobody takes away until releaseJob()", async () => {
  const { memory, reserve } = createBudget();
  const a1 = reserve("a", 20);
  assertEquals([a1.tryStartJob(80, "ordinary"), memory.used], [true, 80]);
  assertThrows(() => reserve("b", 21), RangeError);
  assertEquals(a1.signal.aborted, false);
  a1.releaseJob(70);
  assertEquals(memory.used, 70);
  reserve("b", 31);
  await Promise.resolve();
  assertEquals([a1.signal.aborted, memory.used], [true, 31]);
});

Deno.test("Reservation.releaseJob() never grows", () => {
  const { memory, reserve } = createBudget();
  reserve("a", 20).releaseJob(30);
  assertEquals(memory.used, 20);
});

Deno.test("Reservation[Symbol.dispose]() leaves the bytes of a running job to it until that ends", () => {
  const { memory, reserve } = createBudget();
  const a1 = reserve("a", 20);
  a1.tryStartJob(80, "ordinary");
  a1[Symbol.dispose]();
  assertEquals(memory.used, 80);
  assertThrows(() => reserve("b", 21), RangeError);
  a1.releaseJob(10);
  assertEquals(memory.used, 0);
});

Deno.test("Reservation.tryStartJob() takes bytes from the client that has most, also if no job runs", async () => {
  const { reserve } = createBudget();
  const [sent, arriving, job] = [reserve("a", 40), reserve("b", 20), reserve("c", 1)];
  sent.isSending = true;
  assertEquals(job.tryStartJob(60, "ordinary"), true);
  await Promise.resolve();
  // An upload must not fail because another client does not read its responses.
  assertEquals([sent.signal.aborted, arriving.signal.aborted], [true, false]);
  job.releaseJob(1);
  assertEquals(job.tryStartJob(81, "ordinary"), true);
  await Promise.resolve();
  assertEquals(arriving.signal.aborted, true);
});

Deno.test("Reservation.tryStartJob() takes from a client what waits before it cuts off a response", async () => {
  const { reserve } = createBudget();
  const [sent, waiting, job] = [reserve("a", 40), reserve("a", 20), reserve("b", 1)];
  sent.isSending = true;
  assertEquals(job.tryStartJob(60, "ordinary"), true);
  await Promise.resolve();
  assertEquals([sent.signal.aborted, waiting.signal.aborted], [false, true]);
});

Deno.test("Reservation.tryStartJob() never releases bytes, and returns false for more than the limit", () => {
  const { memory, reserve } = createBudget();
  using a1 = reserve("a", 20);
  assertEquals([a1.tryStartJob(101, "ordinary"), a1.tryStartJob(5, "ordinary"), memory.used], [false, true, 20]);
});

Deno.test("Reservation.tryStartJob() takes bytes away only from a client with more, while others hold bytes", async () => {
  const { memory, reserve } = createBudget();
  using a1 = reserve("a", 0);
  a1.tryStartJob(30, "ordinary");
  const [b1, b2] = [reserve("b", 30), reserve("b", 20)];
  using c1 = reserve("c", 10);
  // With 50, c would have as much as b.
  assertEquals([c1.tryStartJob(50, "ordinary"), b1.signal.aborted, c1.signal.aborted], [false, false, false]);
  assertEquals([c1.tryStartJob(40, "ordinary"), b1.tryStartJob(1, "ordinary")], [true, false]);
  await Promise.resolve();
  assertEquals([b1.signal.aborted, b2.signal.aborted, memory.used], [true, false, 90]);
});

Deno.test("Reservation.tryStartJob() takes any reservation away while nobody holds bytes, the largest first, but not its own", async () => {
  const { memory, reserve } = createBudget();
  const reservations = [reserve("a", 20), reserve("b", 25), reserve("c", 15), reserve("d", 40)];
  assertEquals(reservations[3]!.tryStartJob(80, "ordinary"), true);
  await Promise.resolve();
  assertEquals(reservations.map(({ signal }) => signal.aborted), [true, true, false, false]);
  assertEquals(memory.used, 95);
});

Deno.test("MemoryBudget stays correct when a request reacts to its loss by taking memory again", async () => {
  const { memory, reserve } = createBudget();
  const a1 = reserve("a", 90);
  a1.signal.addEventListener("abort", () => reserve("c", 15));
  using _b1 = reserve("b", 80);
  await Promise.resolve();
  assertEquals(memory.used, 95);
});

Deno.test("MemoryBudget takes nothing away in vain, and counts what the client keeps", () => {
  const { reserve } = createBudget();
  using kept = reserve("k", 40);
  kept.tryStartJob(40, "ordinary");
  const a1 = reserve("a", 30), a2 = reserve("a", 30);
  // Taking one from a would not be enough, and then a would have less than b.
  assertThrows(() => reserve("b", 50), RangeError);
  assertEquals([a1.signal.aborted, a2.signal.aborted], [false, false]);
  a2[Symbol.dispose]();
  reserve("c", 30);
  // The client that keeps 40 already has more than a or c.
  assertThrows(() => reserve("k", 10), RangeError);
  assertEquals(a1.signal.aborted, false);
});

Deno.test("MemoryBudget takes nothing from a client with little while another one's jobs hold most", () => {
  const { memory, reserve } = createBudget();
  using job = reserve("large", 0);
  job.tryStartJob(70, "ordinary");
  using reader = reserve("reader", 20);
  assertThrows(() => reserve("newcomer", 15), RangeError, "too few");
  assertEquals([reader.signal.aborted, memory.used], [false, 90]);
});

Deno.test("MemoryBudget takes waiting bytes from the client that holds most in all", async () => {
  const { memory, reserve } = createBudget();
  using job = reserve("large", 0);
  job.tryStartJob(50, "ordinary");
  using waiting = reserve("large", 20);
  using reader = reserve("reader", 30);
  using _newcomer = reserve("newcomer", 10);
  await Promise.resolve();
  assertEquals([waiting.signal.aborted, reader.signal.aborted, memory.used], [true, false, 90]);
});

Deno.test("Reservation.source is freed with its reservation, but not before its job has ended", () => {
  const { reserve } = createBudget();
  const [waiting, running] = [reserve("a", 10), reserve("a", 10)];
  const [first, second] = [new Uint8Array(10), new Uint8Array(10)];
  waiting.source = first;
  running.source = second;
  running.tryStartJob(20, "ordinary");
  for (const each of [waiting, running]) each[Symbol.dispose]();
  assertEquals([first.length, second.length], [0, 10]);
  running.releaseJob(0);
  assertEquals(second.length, 0);
});

Deno.test("Reservation.tryStartJob() leaves a part of the memory to transfers and to the worker for short jobs", () => {
  const memory = new MemoryBudget({ memoryBudget: 100, maxJobBytes: 60 });
  const [first, second] = ["a", "b"].map((client) => memory.reserve({ client, createError }));
  assertEquals([first!.tryStartJob(61, "ordinary"), first!.tryStartJob(40, "ordinary")], [false, true]);
  assertEquals([second!.tryStartJob(21, "ordinary"), second!.tryStartJob(60, "short")], [false, true]);
  assertEquals(memory.used, 100);
});

Deno.test("Reservation.endWith() ends its companion once: when it is disposed, or when its job has ended after that", () => {
  const { reserve } = createBudget();
  const ended: string[] = [];
  const [waiting, running] = [reserve("a", 10), reserve("b", 10)];
  waiting.endWith({ [Symbol.dispose]: () => void (ended.push("waiting")) });
  running.endWith({ [Symbol.dispose]: () => void (ended.push("running")) });
  running.tryStartJob(20, "ordinary");
  for (const each of [waiting, running, waiting]) each[Symbol.dispose]();
  assertEquals(ended, ["waiting"]);
  running.releaseJob(5);
  running[Symbol.dispose]();
  assertEquals(ended, ["waiting", "running"]);
});

Deno.test("Reservation.endWith() ends its companion when the bytes are taken away", () => {
  const { reserve } = createBudget();
  let isEnded = false;
  reserve("a", 90).endWith({ [Symbol.dispose]: () => void (isEnded = true) });
  reserve("b", 40);
  assertEquals(isEnded, true);
});

Deno.test("Reservation.endWith() ends what comes after the end at once", () => {
  const { reserve } = createBudget();
  const reservation = reserve("a", 10);
  reservation[Symbol.dispose]();
  let isEnded = false;
  reservation.endWith({ [Symbol.dispose]: () => void (isEnded = true) });
  assertEquals(isEnded, true);
});

Deno.test("MemoryBudget takes the largest reservations first, from whoever holds most then", async () => {
  const { memory, reserve } = createBudget(1000);
  const held = [["a", 200], ["a", 150], ["b", 190], ["b", 100], ["c", 300]] as const;
  const reservations = held.map(([client, bytes]) => reserve(client, bytes));
  using _newcomer = reserve("d", 140);
  await Promise.resolve();
  // 80 are missing: a holds 350.
  assertEquals(reservations.map(({ signal }) => signal.aborted), [true, false, false, false, false]);
  assertEquals(memory.used, 880);
});
