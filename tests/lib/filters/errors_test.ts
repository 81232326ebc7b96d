import { assertEquals, assertInstanceOf, assertStringIncludes } from "@std/assert";
import { toCallerError } from "@/lib/filters/errors.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { ImageError } from "@/lib/images/image_error.ts";
import { invalidUrlError, SourceError } from "@/lib/sources/source_errors.ts";

Deno.test("toCallerError() converts every image error, with its message and its limit", () => {
  for (const code of ["unsupported_format", "broken_image"] as const) {
    const error = toCallerError(new ImageError(code, "Cannot"));
    assertInstanceOf(error, ApiError);
    assertEquals([error.code, error.status, error.message, error.details], [code, 422, "Cannot", undefined]);
  }
  for (const code of ["too_many_pixels", "too_many_frames"] as const) {
    const error = toCallerError(new ImageError(code, "Cannot", { details: { limit: 1, got: 2 } }));
    assertInstanceOf(error, ApiError);
    assertEquals([error.code, error.status, error.details], [code, 422, { limit: 1, got: 2 }]);
  }
});

Deno.test("toCallerError() reports the format parameter as invalid if that format cannot store the image", () => {
  const details = { limit: 16_383, got: 20_000, format: "webp" } as const;
  const error = toCallerError(new ImageError("side_too_long", "Cannot", { details }));
  assertInstanceOf(error, ApiError);
  assertEquals([error.code, error.status], ["invalid_parameter", 400]);
  assertEquals(error.details, { parameter: "format", value: "webp", max: 16_383 });
});

Deno.test("toCallerError() converts a source error with its details, its cause and when to try again", () => {
  const cause = new Error("Reset");
  const failed = toCallerError(new SourceError("source_failed", "it ended", { cause, details: { sourceStatus: 500 } }));
  assertInstanceOf(failed, ApiError);
  assertEquals([failed.code, failed.message], ["source_failed", "Cannot fetch the image: it ended"]);
  assertEquals([failed.cause, failed.details, failed.headers], [cause, { sourceStatus: 500 }, undefined]);
  const busy = toCallerError(new SourceError("overloaded", "too many", { retryAfterSeconds: 1 }));
  assertInstanceOf(busy, ApiError);
  assertEquals([busy.status, busy.headers], [503, { "retry-after": "1" }]);
});

Deno.test("toCallerError() reports the image parameter as invalid if its URL is", () => {
  const error = toCallerError(invalidUrlError("ftp://a.example/b?c", "must be a web URL"));
  assertInstanceOf(error, ApiError);
  assertEquals(error.message, 'Cannot read "image": must be a web URL, got "ftp://a.example/b"');
  assertEquals(error.details, { parameter: "image", value: "ftp://a.example/b" });
});

Deno.test("toCallerError() names the parameter and the reason or the path for a forbidden URL, but no setting", () => {
  for (const [code, hint] of [["forbidden_address", "10.0.0.1"], ["own_service", "/images/"]] as const) {
    const error = toCallerError(new SourceError(code, "10.0.0.1 is not a public address"));
    assertInstanceOf(error, ApiError);
    assertEquals([error.status, error.code, error.details], [403, "forbidden_address", { parameter: "image" }]);
    assertStringIncludes(error.message, hint);
    assertEquals(/[A-Z]_[A-Z]/.test(error.message), false);
  }
});

Deno.test("toCallerError() returns other errors unchanged", () => {
  const error = new Error("Cannot");
  assertEquals(toCallerError(error), error);
});
