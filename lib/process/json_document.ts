import { z } from "zod";
import { StartupError } from "@/lib/process/startup_error.ts";
import { withoutByteOrderMark } from "@/lib/text/byte_order_mark.ts";

/** Maximum number of errors in a message; the rest are counted. */
const MAX_SHOWN_ISSUES = 5;

/** Options of {@linkcode parseJsonDocument}. */
export interface JsonDocumentOptions<T> {
  /** What messages call the document: its path. */
  readonly name: string;
  readonly schema: z.ZodType<T>;
}

/**
 * Parses a JSON document that an operator has written.
 *
 * @throws {StartupError} with the reason if it is not JSON, and naming the field of every other error.
 */
export function parseJsonDocument<T>(text: string, { name, schema }: JsonDocumentOptions<T>): T {
  const result = schema.safeParse(parseJson(text, name), { error: describeIssue });
  if (result.success) return result.data;
  const { issues } = result.error;
  const shown = issues.slice(0, MAX_SHOWN_ISSUES).map(({ path, message }) => {
    return `${z.core.toDotPath(path) || "the document"}: ${message}`;
  });
  const more = issues.length > shown.length ? `; and ${issues.length - shown.length} more` : "";
  throw new StartupError(`Cannot use "${name}": ${shown.join("; ")}${more}`);
}

/** What zod calls a type, in words. */
const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** What is counted in a value of a type. */
const UNITS: Readonly<Record<string, string>> = { string: "characters", array: "entries" };

// Only for errors that the schema itself has no message for.
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type") {
    return `must be ${TYPES[issue.expected] ?? issue.expected}${issue.input === undefined ? ", but is missing" : ""}`;
  }
  if (issue.code === "unrecognized_keys") return `must not have ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  if (issue.code !== "too_small" && issue.code !== "too_big") return undefined;
  const range = issue.code === "too_small" ? `${issue.minimum} or more` : `at most ${issue.maximum}`;
  const unit = UNITS[issue.origin];
  return unit === undefined ? `must be ${range}` : `must have ${range} ${unit}`;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(withoutByteOrderMark(text));
  } catch (error) {
    // With the few characters that V8 quotes: often they alone show the place, and these documents are published.
    throw new StartupError(`Cannot use "${name}": must be JSON (${(error as SyntaxError).message})`);
  }
}
