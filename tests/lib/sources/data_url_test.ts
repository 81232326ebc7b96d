import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { parseDataUrl } from "@/lib/sources/data_url.ts";
import { SourceError } from "@/lib/sources/source_errors.ts";

function assertCode(text: string, code: string, maxBytes = 100): SourceError {
  const error = assertThrows(() => parseDataUrl(text, maxBytes), SourceError, undefined, text);
  assertEquals(error.code, code, text);
  return error;
}

Deno.test("parseDataUrl() decodes any bytes that another encoder wrote", () => {
  fc.assert(fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), (bytes) => {
    const text = btoa(String.fromCharCode(...bytes));
    assertEquals([...parseDataUrl(`data:image/png;base64,${text}`, 60)], [...bytes]);
  }));
});

Deno.test("parseDataUrl() accepts attributes, capitals, and a space for the plus that a query turned into one", () => {
  assertEquals([...parseDataUrl("DATA:Image/PNG;name=a;BASE64,AQID", 3)], [1, 2, 3]);
  assertEquals([...parseDataUrl("data:image/png;base64,  +/", 3)], [251, 239, 191]);
});

Deno.test("parseDataUrl() throws unsupported_format for a type that is not an image", () => {
  for (const type of ["", "text/plain", "text/html", "application/json", "imagex/png", "image"]) {
    assertCode(`data:${type};base64,AQID`, "unsupported_format");
  }
});

Deno.test("parseDataUrl() throws invalid_url for malformed data", () => {
  const broken = ["AQI", "AQ", "A", "AQID=", "AQ==AQ==", "AQ=", "====", "", "AQ\nID", "AQ%49D", "AQ-_", "AQIé", "AR=="];
  for (const data of broken) assertCode(`data:image/png;base64,${data}`, "invalid_url");
  for (const head of ["image/png", "image/png;base64", "image/png;base65,AQID", "image/png;base64;x,AQID"]) {
    assertCode(`data:${head}`, "invalid_url");
  }
  assertCode("data:image/png,AQID", "invalid_url");
});

Deno.test("parseDataUrl() throws source_too_large above the limit and not at it", () => {
  for (let size = 1; size < 12; size++) {
    const text = `data:image/png;base64,${btoa("a".repeat(size))}`;
    assertEquals(parseDataUrl(text, size).length, size);
    assertEquals(assertCode(text, "source_too_large", size - 1).options.details, { limit: size - 1, got: size });
  }
});

Deno.test("parseDataUrl() does not repeat the data in its message", () => {
  assertEquals(assertCode("data:image/png;base64,SECRET!", "invalid_url").message.includes("SECRET"), false);
});
