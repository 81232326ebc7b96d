import type { DocumentNode, ValueNode } from "@humanwhocodes/momoa";
import { StartupError } from "@/lib/process/startup_error.ts";
import { documentSchema, type LauncherDocument } from "@/lib/launcher/document.ts";

/** Most faults told at once: the first ones are mended first. */
const MAX_SHOWN_ISSUES = 5;

/** One thing that is wrong with a document, and where. */
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * Reads the launcher's data document; `name` is how the message calls it.
 *
 * @throws {TypeError} naming the line and the field of every fault.
 */
export async function parseDocument(text: string, name: string): Promise<LauncherDocument> {
  // Editors on Windows put a byte order mark in front, which JSON.parse() refuses.
  const json = text.replace(/^\uFEFF/, "");
  const result = documentSchema.safeParse(await parseJson(json, name));
  if (result.success) return result.data;
  const tree = await parseTree(json);
  const { issues } = result.error;
  const shown = issues.slice(0, MAX_SHOWN_ISSUES).map((issue) => toSentence(issue, tree));
  const more = issues.length > shown.length ? `; and ${issues.length - shown.length} more` : "";
  throw new StartupError(`Cannot use "${name}": ${shown.join("; ")}${more}`);
}

async function parseJson(json: string, name: string): Promise<unknown> {
  try {
    return JSON.parse(json);
  } catch {
    throw new StartupError(`Cannot use "${name}" as it must be JSON: ${await findSyntaxError(json)}`);
  }
}

// V8 names the line of some syntax errors only.
async function findSyntaxError(json: string): Promise<string> {
  try {
    await parseTree(json);
    return "the text cannot be read";
  } catch (error) {
    const { line, column, message } = error as { line?: number; column?: number; message: string };
    // A text that ends too early is said to be wrong at its start: the fault is at its end.
    const isCut = /end of input/.test(message);
    const place = isCut ? `line ${json.split("\n").length}` : `line ${line}, column ${column}`;
    return `${place}: ${message.replace(/ \(\d+:\d+\)$/, "")}`;
  }
}

// Loaded when something is wrong, and never otherwise: positions cost ten times a plain JSON.parse().
async function parseTree(json: string): Promise<DocumentNode> {
  const { parse } = await import("@humanwhocodes/momoa");
  return parse(json, { mode: "json" });
}

function toSentence({ path, message }: Issue, tree: DocumentNode): string {
  return `line ${findLine(tree, path)}, ${toFieldName(path)}: ${message}`;
}

function toFieldName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "the document";
  return path.map((part) => typeof part === "number" ? `[${part}]` : `.${String(part)}`).join("").replace(/^\./, "");
}

// As deep as the path goes: a missing field is reported at the object that lacks it.
function findLine(tree: DocumentNode, path: readonly PropertyKey[]): number {
  let node: ValueNode = tree.body;
  let line = node.loc.start.line;
  for (const part of path) {
    const next = findChild(node, part);
    if (next === undefined) return line;
    node = next.value;
    line = next.loc.start.line;
  }
  return line;
}

function findChild(node: ValueNode, part: PropertyKey) {
  if (node.type === "Array") return node.elements[Number(part)];
  if (node.type !== "Object") return undefined;
  // The last of two equal names is the one that JSON.parse() took.
  return node.members.findLast(({ name }) => (name.type === "String" ? name.value : name.name) === String(part));
}
