import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import {
  MAX_HEADER_CHARACTERS,
  parseChoice,
  parseFlag,
  parseInteger,
  parseNumber,
  parseRequired,
  parseSegment,
  parseText,
  readHeaderStart,
  readQuery,
} from "@/lib/http/parameters.ts";

const RANGE = { min: -1, max: 10, fallback: 5 };

function query(text: string): URLSearchParams {
  return new URLSearchParams(text);
}

Deno.test("parseNumber() reads decimals and falls back when absent", () => {
  assertEquals(parseNumber(query("n=0.25"), "n", RANGE), 0.25);
  assertEquals(parseNumber(query("n=-1"), "n", RANGE), -1);
  assertEquals(parseNumber(query("n=1e1"), "n", RANGE), 10);
  for (const absent of ["", "n=", "n=&n="]) assertEquals(parseNumber(query(absent), "n", RANGE), 5);
});

Deno.test("parseNumber() throws on a non-numeric, out-of-range, repeated or oddly written value", () => {
  for (
    const text of ["n=x", "n=11", "n=-1.1", "n=1&n=2", "n=0x1", "n=%201", "n=Infinity", "n=NaN", "n=١", "n=1,5"]
  ) {
    const error = assertThrows(() => parseNumber(query(text), "n", RANGE), ApiError, 'Cannot read "n": must be');
    assertEquals([error.code, error.status, error.details], ["invalid_parameter", 400, {
      ...error.details,
      parameter: "n",
    }]);
  }
});

Deno.test("parseNumber() states the range in its error", () => {
  const error = assertThrows(() => parseNumber(query("n=900"), "n", RANGE), ApiError);
  assertEquals(error.message, 'Cannot read "n": must be a number from -1 to 10, got "900"');
  assertEquals(error.details, { parameter: "n", value: "900", min: -1, max: 10 });
});

Deno.test("parseInteger() throws on a fraction", () => {
  assertEquals(parseInteger(query("n=7"), "n", RANGE), 7);
  assertThrows(() => parseInteger(query("n=1.5"), "n", RANGE), ApiError, "a whole number from -1 to 10");
});

Deno.test("parseChoice() lists the allowed values in its error", () => {
  const options = { allowed: ["json", "text"], fallback: "json" } as const;
  assertEquals(parseChoice(query("f=text"), "f", options), "text");
  assertEquals(parseChoice(query(""), "f", options), "json");
  const error = assertThrows(() => parseChoice(query("f=xml"), "f", options), ApiError);
  assertEquals(error.details, { parameter: "f", value: "xml", allowed: ["json", "text"] });
  const near = assertThrows(() => parseChoice(query("f=jsn"), "f", options), ApiError);
  assertEquals(near.details, { parameter: "f", value: "jsn", allowed: ["json", "text"], suggestion: "json" });
});

Deno.test("parseFlag() accepts 1, true, 0, false and nothing else", () => {
  assertEquals(["r=1", "r=true", "r=0", "r=false", ""].map((text) => parseFlag(query(text), "r")), [
    true,
    true,
    false,
    false,
    false,
  ]);
  assertThrows(() => parseFlag(query("r=yes"), "r"), ApiError);
});

Deno.test("parseText() bounds the length and shortens what it repeats", () => {
  assertEquals(parseText(query("s=abc"), "s", 3), "abc");
  for (const absent of ["", "s="]) assertEquals(parseText(query(absent), "s", 3), undefined);
  const error = assertThrows(() => parseText(query(`s=${"a".repeat(1_000_000)}`), "s", 3), ApiError);
  assertEquals(error.details, { parameter: "s", value: `${"a".repeat(80)}…`, min: 1, max: 3 });
});

Deno.test("parseRequired() distinguishes a missing parameter from one given twice", () => {
  assertEquals(assertThrows(() => parseRequired(query(""), "image"), ApiError).code, "missing_parameter");
  assertEquals(assertThrows(() => parseRequired(query("image="), "image"), ApiError).code, "missing_parameter");
  assertEquals(
    assertThrows(() => parseRequired(query("image=a&image=b"), "image"), ApiError).code,
    "invalid_parameter",
  );
});

Deno.test("parseChoice() names the value if there is only one", () => {
  const { message } = assertThrows(
    () => parseChoice(query("view=head"), "view", { allowed: ["face"], fallback: undefined }),
    ApiError,
  );
  assertEquals(message, 'Cannot read "view": must be "face", got "head"');
});

Deno.test("parseSegment() answers an unknown value with the known ones", () => {
  assertEquals(parseSegment("cat", ["cat", "dog"]), "cat");
  const error = assertThrows(() => parseSegment("toString", ["cat", "dog"]), ApiError);
  assertEquals([error.code, error.status], ["unknown_type", 404]);
  assertEquals(error.details, { value: "toString", allowed: ["cat", "dog"] });
});

Deno.test("readQuery() reads behind the first question mark", () => {
  assertEquals(readQuery(new Request("http://a/b?c=d?e&f=%20g")).get("c"), "d?e");
  assertEquals(readQuery(new Request("http://a/b?c=d?e&f=%20g")).get("f"), " g");
  assertEquals([...readQuery(new Request("http://a/b"))], []);
});

Deno.test("readHeaderStart() returns the start of a long header, and null for a missing one", () => {
  const req = new Request("http://paw.example/", { headers: { accept: "a".repeat(55_000), range: "bytes=0-1" } });
  assertEquals(readHeaderStart(req, "accept"), "a".repeat(MAX_HEADER_CHARACTERS));
  assertEquals(readHeaderStart(req, "range"), "bytes=0-1");
  assertEquals(readHeaderStart(req, "if-match"), null);
});
