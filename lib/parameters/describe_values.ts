import type { Parameter } from "@/lib/parameters/parameter.ts";

/** What callers are told about the values of a parameter. */
export interface ValueDescription {
  /** In words: `1 to 256 pixels, default 5`. */
  readonly words: string;
  /** A regular expression for a value in a chain. */
  readonly pattern: string;
  /** For a parameter of an endpoint. */
  readonly schema: {
    readonly type: "number" | "integer" | "string" | "boolean";
    readonly min?: number;
    readonly max?: number;
    /** The word that may stand for a number. */
    readonly word?: string;
    readonly allowed?: readonly string[];
    readonly maxLength?: number;
    readonly pattern?: string;
  };
}

/** Describes the values of a parameter. */
export function describeValues(parameter: Parameter): ValueDescription {
  const { fallback } = parameter;
  const ending = fallback === undefined ? "" : `, default ${fallback}`;
  switch (parameter.type) {
    case "integer":
    case "number": {
      const { type, min, max, unit, word } = parameter;
      const words = `${min} to ${max}${unit === undefined ? "" : ` ${unit}`}`;
      if (word === undefined) {
        const pattern = type === "integer" ? "-?\\d+" : NUMBER_PATTERN;
        return { words: words + ending, pattern, schema: { type, min, max } };
      }
      const pattern = `(?:${word}|[1-9]\\d{0,${String(max).length - 1}})`;
      return { words: `${words} or ${word}${ending}`, pattern, schema: { type, min, max, word } };
    }
    case "text": {
      const { max } = parameter;
      const words = max === undefined ? "a text" : `1 to ${max} characters`;
      return { words, pattern: ".+", schema: { type: "string", ...(max !== undefined && { maxLength: max }) } };
    }
    case "flag":
      return { words: "1, true, 0 or false", pattern: "(?:1|true|0|false)", schema: { type: "boolean" } };
    case "colour": {
      const { count } = parameter;
      const pattern = Array(count).fill(COLOUR_PATTERN).join("-");
      return { words: toColourForm(count) + ending, pattern, schema: { type: "string", pattern: `^${pattern}$` } };
    }
    case "choice": {
      const { allowed } = parameter;
      return {
        words: allowed.join(", ") + ending,
        pattern: `(?:${allowed.join("|")})`,
        schema: { type: "string", allowed },
      };
    }
    case "size": {
      const pattern = "[1-9]\\d{0,3}(?:x[1-9]\\d{0,3})?";
      return { words: `WIDTHxHEIGHT or WIDTH${ending}`, pattern, schema: { type: "string", pattern: `^${pattern}$` } };
    }
  }
}

/** A number in a chain, of any range. */
export const NUMBER_PATTERN = "-?\\d+(?:\\.\\d+)?";

/** A colour in hexadecimal digits, two or one for each channel. */
export const COLOUR_PATTERN = "#?(?:[0-9A-Fa-f]{3}){1,2}";

/** Returns the form of one or several colours: `RRGGBB-RRGGBB`. */
export function toColourForm(count: number): string {
  return Array(count).fill("RRGGBB").join("-");
}
