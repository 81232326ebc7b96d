import { assertEquals, assertMatch } from "@std/assert";
import { ApiError, type ErrorCode } from "@/lib/http/errors.ts";
import { ErrorCounts } from "@/lib/metrics/error_counts.ts";
import { createContext } from "../http/context.ts";

Deno.test("ErrorCounts.report() counts errors by code, and shows the last twenty server errors, the latest first", () => {
  const errors = new ErrorCounts();
  const add = (code: ErrorCode, message: string) =>
    errors.add(createContext(new Request("http://paw.example/a?key=hidden")), new ApiError(code, message));
  for (let i = 0; i < 25; i++) {
    add("overloaded", `Cannot ${i}`);
    add("not_found", `Cannot read "name", got "Ada ${i}"`);
  }
  for (const code of ["source_failed", "source_timeout"] as const) add(code, "Cannot");
  // Refused requests are only counted: a refused client would displace the errors of all others.
  const refused = createContext(new Request("http://paw.example/a"), { isRefused: true });
  errors.add(refused, new ApiError("rate_limited", "Cannot"));
  const { failures, sourceFailures, lastErrors, lastSourceErrors, lastCallerErrors } = errors.report();
  assertEquals(failures, { source_failed: 1, source_timeout: 1, overloaded: 25, not_found: 25, rate_limited: 1 });
  assertEquals(sourceFailures, 2);
  assertEquals(lastSourceErrors.map(({ code }) => code), ["source_timeout", "source_failed"]);
  assertEquals(lastErrors.map(({ message }) => message), Array.from({ length: 20 }, (_, i) => `Cannot ${24 - i}`));
  assertEquals([lastErrors[0]?.code, lastErrors[0]?.path], ["overloaded", "/a"]);
  assertEquals([lastCallerErrors.length, lastCallerErrors[0]?.message], [25, 'Cannot read "name"']);
  assertMatch(lastErrors[0]?.requestId ?? "", /^\S{7,}$/);
});
