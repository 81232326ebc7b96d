import { assertEquals, assertThrows } from "@std/assert";
import { z } from "zod";
import { colour, endpoint, integer, readInput } from "@/lib/http/endpoint.ts";
import { ApiError } from "@/lib/http/errors.ts";

const EXAMPLE = endpoint({
  group: "service",
  path: "/example/{word}",
  summary: "An example",
  input: z.object({
    word: z.enum(["cat", "dog"]),
    count: integer(-5, 5).optional(),
    colour: colour.optional(),
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

Deno.test("readInput() reads a number in each way to write it, and throws on what is none in its range", () => {
  for (const count of ["-5", "+5", "005", "4.0", "0"]) assertEquals(read({ count }).count, Number(count));
  assertEquals(read({ colour: "FF8800", size: "max" }), { word: "cat", needed: "x", colour: "ff8800", size: "max" });
  for (const value of ["6", "-6", "1.5", "1e0", "0x1", "Infinity", "one", " 1", "1_0", "९"]) {
    const message = `Cannot read "count": must be a whole number from -5 to 5, got "${value}"`;
    const details = { parameter: "count", value, min: -5, max: 5 };
    assertEquals(errorOf({ count: value }), ["invalid_parameter", message, details]);
  }
  assertEquals(errorOf({ colour: "f80" })[1], 'Cannot read "colour": must be six hexadecimal digits, got "f80"');
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
  const expected = ["missing_parameter", 'Cannot read "needed": it is missing; an example is /example/cat?needed=x', {
    parameter: "needed",
  }];
  assertEquals(errorOf({ needed: "" }), expected);
});
