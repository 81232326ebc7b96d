import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { z } from "zod";
import { describeValues, endpoint, fieldsOf, integer, number, readInput } from "@/lib/http/endpoint.ts";
import { ApiError } from "@/lib/http/errors.ts";

const EXAMPLE = endpoint({
  group: "service",
  path: "/example/{word}",
  summary: "An example",
  input: z.object({
    word: z.enum(["cat", "dog"]),
    count: integer(-5, 5).optional(),
    share: number(-1, 1).optional(),
    size: z.union([z.literal("max"), integer(1, 9)]).optional(),
    needed: z.string().max(3),
  }),
  returns: {},
  example: "/example/cat?needed=x",
});

const read = (query: Record<string, string>, word = "cat") =>
  readInput(EXAMPLE, { word }, new URLSearchParams({ needed: "x", ...query }));

/** Returns the error of a query: its code, its message and its details. */
function errorOf(query: Record<string, string>, word?: string) {
  const { code, message, details } = assertThrows(() => read(query, word), ApiError);
  return [code, message, details];
}

Deno.test("readInput() reads every number in its range, in each way to write it", () => {
  fc.assert(fc.property(fc.integer({ min: -5, max: 5 }), (value) => {
    for (const text of [`${value}`, `${value}.0`, `${value < 0 ? "-" : "+"}00${Math.abs(value)}`]) {
      assertEquals(read({ count: text }).count, Number(text));
    }
    assertEquals(read({ share: `${value / 10}` }).share, value / 10);
  }));
  assertEquals(read({ share: "+.5", size: "max" }), { word: "cat", needed: "x", share: 0.5, size: "max" });
});

Deno.test("readInput() throws on what is no number in the range, and says what must be", () => {
  for (const count of ["6", "-6", "1.5", "1e0", "0x1", "Infinity", "one", " 1", "1_0", "९"]) {
    const message = `Cannot read "count": must be a whole number from -5 to 5, got "${count}"`;
    assertEquals(errorOf({ count }), ["invalid_parameter", message, {
      parameter: "count",
      value: count,
      min: -5,
      max: 5,
    }]);
  }
  assertEquals(errorOf({ share: "1.01" })[1], 'Cannot read "share": must be a number from -1 to 1, got "1.01"');
});

Deno.test("readInput() throws unknown_type for a word of the path, and shortens what it quotes", () => {
  const value = "l".repeat(100);
  const [code, message, details] = errorOf({}, value);
  assertEquals([code, details], ["unknown_type", { parameter: "word", value, allowed: ["cat", "dog"] }]);
  assertEquals(message, `Cannot read "word": must be one of cat, dog, got "${"l".repeat(79)}…"`);
});

Deno.test("readInput() takes empty as absent, the first of several, and ignores unknown names", () => {
  const query = new URLSearchParams("count=&count=2&count=3&needed=x&toString=1&__proto__=2&constructor=3");
  assertEquals(readInput(EXAMPLE, { word: "dog" }, query), { word: "dog", count: 2, needed: "x" });
  const expected = ["missing_parameter", 'Cannot read "needed": it is missing', { parameter: "needed" }];
  assertEquals(errorOf({ needed: "" }), expected);
});

Deno.test("describeValues() says what a value must be", () => {
  const described = Object.values(fieldsOf(EXAMPLE)).map(describeValues);
  assertEquals(described, [
    "one of cat, dog",
    "a whole number from -5 to 5",
    "a number from -1 to 1",
    "max or a whole number from 1 to 9",
    "1 to 3 characters",
  ]);
});
