import { assertEquals, assertThrows } from "@std/assert";
import { methodNotAllowedError } from "@/lib/http/methods.ts";
import { toApiError } from "@/lib/http/to_api_error.ts";
import { ApiError } from "@/lib/http/errors.ts";

Deno.test("toApiError() returns an ApiError unchanged", () => {
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

Deno.test("toApiError() reports a percent-escape that cannot be decoded as a bad request", () => {
  const error = assertThrows(() => decodeURIComponent("%ff"));
  assertEquals(toApiError(error).code, "bad_request");
});

Deno.test("toApiError() reveals nothing about an unexpected error", () => {
  for (const thrown of [new Error("secret"), "secret", null, { status: 404 }]) {
    const { code, message } = toApiError(thrown);
    assertEquals([code, message.includes("secret")], ["internal_error", false]);
  }
});

Deno.test("methodNotAllowedError() lists the allowed methods", () => {
  const { status, headers } = methodNotAllowedError();
  assertEquals([status, headers], [405, { allow: "GET, HEAD, OPTIONS" }]);
});
