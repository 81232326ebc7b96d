import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { Budget } from "@/lib/sources/budget.ts";
import { assertLeft } from "./downloading.ts";

Deno.test("Budget has left what its leases do not use", () => {
  const budget = new Budget(100);
  const [first, second] = [budget.lease(10), budget.lease(20)];
  first.growTo(50);
  first.growTo(40);
  assertLeft(budget, 30);
  second[Symbol.dispose]();
  second[Symbol.dispose]();
  assertLeft(budget, 50);
});

Deno.test("Budget.lease() throws overloaded beyond the limit and leases nothing", () => {
  const budget = new Budget(100);
  const lease = budget.lease(60);
  const error = assertThrows(() => budget.lease(41), ApiError);
  assertEquals([error.code, error.headers], ["overloaded", { "retry-after": "1" }]);
  assertThrows(() => lease.growTo(101), ApiError);
  assertLeft(budget, 40);
  lease.growTo(100);
  lease[Symbol.dispose]();
  assertLeft(budget, 100);
});
