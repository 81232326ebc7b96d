import { assertEquals, assertInstanceOf } from "@std/assert";
import { toCallerError } from "@/lib/filters/errors.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { ImageError } from "@/lib/images/image_error.ts";

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

Deno.test("toCallerError() returns other errors unchanged", () => {
  const error = new Error("Cannot");
  assertEquals(toCallerError(error), error);
});
