import { assertEquals, assertThrows } from "@std/assert";
import { Budget } from "@/lib/sources/budget.ts";
import { SourceError, tooManyDownloadsError } from "@/lib/sources/source_errors.ts";
import { assertLeft } from "./downloading.ts";

const CALLER = { signal: new AbortController().signal };

Deno.test("Budget has left what its leases do not use", () => {
  const budget = new Budget(100, tooManyDownloadsError);
  const [first, second] = [budget.lease(10, CALLER), budget.lease(20, CALLER)];
  first.growTo(50);
  first.growTo(40);
  assertLeft(budget, 30);
  second[Symbol.dispose]();
  second[Symbol.dispose]();
  assertLeft(budget, 50);
});

Deno.test("Budget.lease() throws overloaded beyond the limit and leases nothing", () => {
  const budget = new Budget(100, tooManyDownloadsError);
  const lease = budget.lease(60, CALLER);
  const error = assertThrows(() => budget.lease(41, CALLER), SourceError);
  assertEquals([error.code, error.options.retryAfterSeconds], ["overloaded", 1]);
  assertThrows(() => lease.growTo(101), SourceError);
  assertLeft(budget, 40);
  lease.growTo(100);
  lease[Symbol.dispose]();
  assertLeft(budget, 100);
});

Deno.test("Budget takes the largest transfer away from the client that has most, for one that has less", () => {
  const budget = new Budget(100, tooManyDownloadsError);
  const [a1, a2, a3, b1] = ["a", "a", "a", "b"].map((client, n) =>
    budget.lease([20, 30, 10, 40][n]!, { ...CALLER, client })
  );
  const c1 = budget.lease(20, { ...CALLER, client: "c" });
  assertEquals([a1, a2, a3, b1, c1].map((lease) => lease!.signal.aborted), [false, true, false, false, false]);
  assertThrows(() => a2!.growTo(31), SourceError, "too many downloads");
  a2![Symbol.dispose]();
  // 10 are left. 11 more and c would have 31 of 101, which is still less than the 40 of b.
  c1.growTo(31);
  assertEquals([b1!.signal.aborted, a1!.signal.aborted], [true, false]);
  assertThrows(() => budget.lease(41, { ...CALLER, client: "d" }), SourceError);
});

Deno.test("Budget.lease() aborts its signal with the holder's", () => {
  const holder = new AbortController();
  const lease = new Budget(100, tooManyDownloadsError).lease(1, { signal: holder.signal });
  holder.abort("gone");
  assertEquals([lease.signal.aborted, lease.signal.reason], [true, "gone"]);
});
