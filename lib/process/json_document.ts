import type { DocumentNode, ValueNode } from "@humanwhocodes/momoa";
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
 * @throws {StartupError} naming the line and the field of every error.
 */
export async function parseJsonDocument<T>(text: string, { name, schema }: JsonDocumentOptions<T>): Promise<T> {
  const json = withoutByteOrderMark(text);
  const result = schema.safeParse(await parseJson(json, name));
  if (result.success) return result.data;
  const { body } = await parseWithPositions(json);
  const { issues } = result.error;
  const shown = issues.slice(0, MAX_SHOWN_ISSUES).map(({ path, message }) => {
    return `line ${findLine(body, path)}, ${z.core.toDotPath(path) || "the document"}: ${message}`;
  });
  const more = issues.length > shown.length ? `; and ${issues.length - shown.length} more` : "";
  throw new StartupError(`Cannot use "${name}": ${shown.join("; ")}${more}`);
}

async function parseJson(json: string, name: string): Promise<unknown> {
  try {
    return JSON.parse(json);
  } catch {
    throw new StartupError(`Cannot use "${name}": must be JSON, got ${await findSyntaxError(json)}`);
  }
}

// V8 reports the line of some syntax errors only.
async function findSyntaxError(json: string): Promise<string> {
  try {
    await parseWithPositions(json);
    return "unreadable text";
  } catch (error) {
    const { line, column, message } = error as { line?: number; column?: number; message: string };
    // The parser reports JSON that ends too early at its start, but the error is at its end.
    const isCut = /end of input/.test(message);
    const position = isCut ? `line ${json.split("\n").length}` : `line ${line}, column ${column}`;
    return `an error at ${position}: ${message.replace(/ \(\d+:\d+\)$/, "")}`;
  }
}

// Loaded only after an error, because parsing with positions takes ten times as long as a plain JSON.parse().
async function parseWithPositions(json: string): Promise<DocumentNode> {
  const { parse } = await import("@humanwhocodes/momoa");
  return parse(json, { mode: "json" });
}

/** Returns the line of the deepest node on a path: a missing field is reported at the object that lacks it. */
function findLine(node: ValueNode, path: readonly PropertyKey[], line = node.loc.start.line): number {
  const [part, ...rest] = path;
  const child = part === undefined ? undefined : findChild(node, part);
  return child === undefined ? line : findLine(child.value, rest, child.loc.start.line);
}

function findChild(node: ValueNode, part: PropertyKey) {
  if (node.type === "Array") return node.elements[Number(part)];
  if (node.type !== "Object") return undefined;
  // If a name occurs twice, JSON.parse() uses the last.
  return node.members.findLast(({ name }) => (name.type === "String" ? name.value : name.name) === String(part));
}
