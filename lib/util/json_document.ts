import { z } from "zod";
import { messageOf } from "@/lib/util/text.ts";

/** The most errors that a message names. */
const MAX_NAMED_ISSUES = 5;

/** Options of {@linkcode parseJsonDocument}. */
export interface JsonDocumentOptions<T extends z.ZodType> {
  /** What messages call the document: its path. */
  readonly name: string;
  readonly schema: T;
}

/**
 * Parses a JSON document that an operator has written.
 *
 * @throws {TypeError} that names the document and each wrong field.
 */
export function parseJsonDocument<T extends z.ZodType>(text: string, options: JsonDocumentOptions<T>): z.output<T> {
  const { name, schema } = options;
  const { data, error } = schema.safeParse(parseJson(text, name));
  if (error === undefined) return data;
  const named = error.issues.slice(0, MAX_NAMED_ISSUES).map(({ path, message }) => {
    return path.length === 0 ? message : `${z.core.toDotPath(path)}: ${message}`;
  });
  throw new TypeError(`Cannot use "${name}": ${named.join("; ")}`);
}

function parseJson(text: string, name: string): unknown {
  try {
    // Some editors write a byte order mark, which JSON.parse() refuses.
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (cause) {
    throw new TypeError(`Cannot use "${name}": must be JSON (${messageOf(cause)})`, { cause });
  }
}
