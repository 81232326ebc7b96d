import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { assertReadOnly, toApiError, toApiErrorFromStatus } from "@/lib/http/request_checks.ts";

Deno.test("toApiError() keeps an ApiError as it is", () => {
  const error = new ApiError("banned", "Cannot enter");
  assertEquals(toApiError(error), error);
});

Deno.test("toApiError() reads the status of a framework's error", () => {
  const withStatus = (status: number) => Object.assign(new Error("x"), { status });
  assertEquals([400, 404, 405, 418].map((status) => toApiError(withStatus(status)).code), [
    "bad_request",
    "not_found",
    "method_not_allowed",
    "internal_error",
  ]);
});

Deno.test("toApiError() blames the address for an escape that cannot be decoded", () => {
  const error = assertThrows(() => decodeURIComponent("%ff"));
  assertEquals(toApiError(error).code, "bad_request");
});

Deno.test("toApiError() tells nothing of what nobody foresaw", () => {
  for (const thrown of [new Error("secret"), "secret", null, { status: 404 }]) {
    const { code, message } = toApiError(thrown);
    assertEquals([code, message.includes("secret")], ["internal_error", false]);
  }
});

Deno.test("assertReadOnly() lets GET and HEAD pass and names them to others", () => {
  for (const method of ["GET", "HEAD"]) assertReadOnly(method);
  const error = assertThrows(() => assertReadOnly("PUT"), ApiError);
  assertEquals(error.headers, { allow: "GET, HEAD, OPTIONS" });
});

Deno.test("toApiErrorFromStatus() puts into words what a file's server refused, and nothing else", () => {
  const codeOf = (status: number) => toApiErrorFromStatus(new Response(null, { status }))?.code;
  assertEquals([405, 412, 416].map(codeOf), ["method_not_allowed", "precondition_failed", "range_not_satisfiable"]);
  assertEquals([200, 206, 304, 404, 500].map(codeOf), Array(5).fill(undefined));
});
