import { assertEquals, assertStringIncludes } from "@std/assert";
import { forbiddenAddressError, invalidUrlError, ownServiceError } from "@/lib/sources/source_errors.ts";

Deno.test("invalidUrlError() reports the image parameter as invalid, without the query of the URL", () => {
  const error = invalidUrlError("ftp://a.example/b?c", "must be a web URL");
  assertEquals(error.message, 'Cannot read "image": must be a web URL, got "ftp://a.example/b"');
  assertEquals(error.details, { parameter: "image", value: "ftp://a.example/b" });
});

Deno.test("forbiddenAddressError() names the parameter and the reason or the path, but no setting", () => {
  const table = [[forbiddenAddressError("10.0.0.1 is not public"), "10.0.0.1"], [
    ownServiceError(),
    "/images/",
  ]] as const;
  for (const [error, hint] of table) {
    assertEquals([error.status, error.code, error.details], [403, "forbidden_address", { parameter: "image" }]);
    assertStringIncludes(error.message, hint);
    assertEquals(/[A-Z]_[A-Z]/.test(error.message), false);
  }
});
