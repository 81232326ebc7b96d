import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import type { Parameter } from "@/lib/parameters/parameter.ts";
import { parseValues } from "@/lib/parameters/parse_values.ts";

const NUMBER = { type: "number", min: -1, max: 10, fallback: 5 } as const;
const FORMAT = { type: "choice", allowed: ["json", "text"], fallback: "json" } as const;

function parse(query: string, parameter: Parameter): unknown {
  return parseValues(new URLSearchParams(query), { n: parameter } as Record<string, Parameter>).n;
}

function parseError(query: string, parameter: Parameter): ApiError {
  return assertThrows(() => parse(query, parameter), ApiError);
}

Deno.test("parseValues() reads decimals and falls back when absent", () => {
  assertEquals(["n=0.25", "n=-1", "n=1e1"].map((query) => parse(query, NUMBER)), [0.25, -1, 10]);
  for (const absent of ["", "n=", "n=&n="]) assertEquals(parse(absent, NUMBER), 5);
});

Deno.test("parseValues() throws on a non-numeric, out-of-range, repeated or oddly written number", () => {
  const queries = ["n=x", "n=11", "n=-1.1", "n=1&n=2", "n=0x1", "n=%201", "n=Infinity", "n=NaN", "n=١", "n=1,5"];
  for (const query of queries) {
    const { code, status, details, message } = parseError(query, NUMBER);
    assertEquals([code, status, details], ["invalid_parameter", 400, { ...details, parameter: "n" }], message);
  }
});

Deno.test("parseValues() states the range of a number in its error", () => {
  const { message, details } = parseError("n=900", NUMBER);
  assertEquals(message, 'Cannot read "n": must be a number from -1 to 10, got "900"');
  assertEquals(details, { parameter: "n", value: "900", min: -1, max: 10 });
  const word = parseError("n=900", { ...NUMBER, word: "all" });
  assertEquals(word.message, 'Cannot read "n": must be a number from -1 to 10 or "all", got "900"');
  assertEquals(word.details, { parameter: "n", value: "900", min: -1, max: 10, allowed: ["all"] });
});

Deno.test("parseValues() throws on a fraction of an integer", () => {
  const integer = { ...NUMBER, type: "integer" } as const;
  assertEquals(parse("n=7", integer), 7);
  assertEquals(
    parseError("n=1.5", integer).message,
    'Cannot read "n": must be a whole number from -1 to 10, got "1.5"',
  );
});

Deno.test("parseValues() lists the allowed values of a choice in its error", () => {
  assertEquals([parse("n=text", FORMAT), parse("", FORMAT)], ["text", "json"]);
  const { details } = parseError("n=xml", FORMAT);
  assertEquals(details, { parameter: "n", value: "xml", allowed: ["json", "text"] });
  const near = parseError("n=jsn", FORMAT);
  assertEquals(near.details, { parameter: "n", value: "jsn", allowed: ["json", "text"], suggestion: "json" });
  const single = parseError("n=head", { type: "choice", allowed: ["face"], isOptional: true });
  assertEquals(single.message, 'Cannot read "n": must be "face", got "head"');
});

Deno.test("parseValues() suggests the digits of a colour's name", () => {
  const suggest = (query: string, count: number) => {
    const { details } = parseError(query, { type: "colour", count, isOptional: true });
    return (details as { suggestion?: string }).suggestion;
  };
  const css = "aqua 00ffff, black 000000, blue 0000ff, fuchsia ff00ff, gray 808080, grey 808080, green 008000, " +
    "lime 00ff00, maroon 800000, navy 000080, olive 808000, orange ffa500, purple 800080, red ff0000, silver c0c0c0, " +
    "teal 008080, White ffffff, yellow ffff00";
  for (const [, name, digits] of css.matchAll(/(\w+) (\w+)/g)) assertEquals(suggest(`n=${name}`, 1), digits, name);
  assertEquals(["n=redd", "n=none", "n=transparent"].map((query) => suggest(query, 1)), Array(3).fill(undefined));
  assertEquals([suggest("n=navy-f80", 2), suggest("n=navy", 2)], ["000080-f80", undefined]);
});

Deno.test("parseValues() suggests the word of a number", () => {
  const radius = { type: "integer", min: 1, max: 9, word: "max", suggestions: { "50%": "max" } } as const;
  for (const query of ["n=MAX", "n=50%25"]) {
    assertEquals((parseError(query, radius).details as { suggestion?: string }).suggestion, "max");
  }
});

Deno.test("parseValues() accepts 1, true, 0 and false for a flag, and nothing else", () => {
  const flag = { type: "flag", fallback: false } as const;
  const queries = ["n=1", "n=true", "n=0", "n=false", ""];
  assertEquals(queries.map((query) => parse(query, flag)), [true, true, false, false, false]);
  assertEquals(parseError("n=yes", flag).code, "invalid_parameter");
});

Deno.test("parseValues() bounds the length of a text and shortens what it repeats", () => {
  const text = { type: "text", max: 3, isOptional: true } as const;
  assertEquals(["n=abc", "", "n="].map((query) => parse(query, text)), ["abc", undefined, undefined]);
  const { details } = parseError(`n=${"a".repeat(1_000_000)}`, text);
  assertEquals(details, { parameter: "n", value: `${"a".repeat(80)}…`, min: 1, max: 3 });
});

Deno.test("parseValues() distinguishes a missing parameter from one given twice", () => {
  const codes = ["", "n=", "n=a&n=b"].map((query) => parseError(query, { type: "text" }).code);
  assertEquals(codes, ["missing_parameter", "missing_parameter", "invalid_parameter"]);
});
