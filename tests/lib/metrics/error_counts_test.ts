import { assertEquals, assertMatch } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { ErrorCounts } from "@/lib/metrics/error_counts.ts";
import { createContext } from "../http/context.ts";

function toContext() {
  return createContext(new Request("http://paw.example/a?key=hidden"));
}

Deno.test("ErrorCounts.report() counts errors by code, and those of sources together", () => {
  const errors = new ErrorCounts();
  for (const code of ["not_found", "not_found", "source_failed", "source_timeout"] as const) {
    errors.add(toContext(), new ApiError(code, "Cannot"));
  }
  const { failures, sourceFailures } = errors.report();
  assertEquals(failures, { not_found: 2, source_failed: 1, source_timeout: 1 });
  assertEquals(sourceFailures, 2);
});

Deno.test("ErrorCounts.report() shows the last twenty server errors, the latest first, and no error of a caller", () => {
  const errors = new ErrorCounts();
  for (let i = 0; i < 25; i++) {
    errors.add(toContext(), new ApiError("overloaded", `Cannot ${i}`));
    errors.add(toContext(), new ApiError("not_found", "Cannot"));
  }
  const { lastErrors } = errors.report();
  assertEquals(lastErrors.map(({ message }) => message), Array.from({ length: 20 }, (_, i) => `Cannot ${24 - i}`));
  assertEquals([lastErrors[0]?.code, lastErrors[0]?.path], ["overloaded", "/a"]);
  assertMatch(lastErrors[0]?.requestId ?? "", /^\S{7,}$/);
});
