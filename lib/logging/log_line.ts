import { getJsonLinesFormatter, getTextFormatter, type LogRecord } from "@logtape/logtape";
import { messageOf } from "@/lib/http/errors.ts";
import { escapeUnsafe } from "@/lib/text/unsafe_characters.ts";

const formatJson = getJsonLinesFormatter({ properties: "flatten" });
const formatText = getTextFormatter({ timestamp: "rfc3339" });

/** Longest chain of causes that is logged. */
const MAX_CAUSES = 8;

/** Formats a record as a line of text for people, with its client. The stack of an error follows on further lines. */
export function toTextLine(record: LogRecord): string {
  const { client, error } = record.properties;
  const line = escapeUnsafe(formatText(record).trimEnd()) + (client === undefined ? "" : ` (${client})`);
  if (error === undefined) return `${line}\n`;
  // Indented, so that no message of an error can look like a line of the log.
  const stack = toStack(error).split("\n").map((each) => `  ${escapeUnsafe(each)}\n`);
  return `${line}\n${stack.join("")}`;
}

/** Formats a record as one line of JSON. The stack of an error is optional, because log files are public. */
export function toJsonLine(record: LogRecord, { hasStack }: { readonly hasStack: boolean }): string {
  const { error, ...others } = record.properties;
  const properties = error === undefined ? others : { ...others, error: toPlainError(error, hasStack) };
  return `${escapeUnsafe(formatJson({ ...record, properties }).trimEnd())}\n`;
}

// An error is reduced to these fields: those of Redis have the failed command, which contains the client's address.
function toPlainError(error: unknown, hasStack: boolean, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === "object" && error !== null ? Deno.inspect(error) : error;
  const stack = hasStack ? { stack: stackOf(error) } : {};
  const hasCause = error.cause !== undefined && depth < MAX_CAUSES;
  const cause = hasCause ? { cause: toPlainError(error.cause, hasStack, depth + 1) } : {};
  return { name: error.name, message: messageOf(error), ...stack, ...cause };
}

function toStack(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return Deno.inspect(error);
  if (error.cause === undefined || depth === MAX_CAUSES) return stackOf(error);
  return `${stackOf(error)}\nCaused by ${toStack(error.cause, depth + 1)}`;
}

function stackOf(error: Error): string {
  return (error.stack ?? String(error)).replace(error.message, () => messageOf(error));
}
