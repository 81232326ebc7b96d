/** One part of a route between two slashes. */
export type Piece =
  | { readonly kind: "static"; readonly text: string }
  | { readonly kind: "param"; readonly names: readonly [string] }
  | { readonly kind: "mixed"; readonly names: readonly string[]; readonly matcher: RegExp }
  | { readonly kind: "rest"; readonly names: readonly [string]; readonly needsOne: boolean };

const NAME = "[A-Za-z_$][\\w$]*";
const PARAM = new RegExp(`^:(${NAME})$`);
const REST = new RegExp(`^:(${NAME})([*+])$`);
const OPTIONAL = new RegExp(`\\{/:(${NAME})\\}\\?|/:(${NAME})\\?(?=/|$)`);
const IN_TEXT = new RegExp(`:(${NAME})`, "g");
const EXOTIC = /[{}()*+?\\]/;

/**
 * Takes a route such as `/users/:id` or `/files/:path*` apart; a route with an optional part gives two lists. `null`
 * when it says more than the tree of routes can hold, such as a group of its own.
 */
export function parsePattern(pattern: string): readonly (readonly Piece[])[] | null {
  const optional = OPTIONAL.exec(pattern);
  if (optional !== null) return parseOptional(pattern, optional);
  const pieces: Piece[] = [];
  for (const part of pattern.split("/")) {
    if (part === "") continue;
    const piece = parsePiece(part);
    if (piece === null || pieces.at(-1)?.kind === "rest") return null;
    pieces.push(piece);
  }
  return [pieces];
}

function parseOptional(pattern: string, optional: RegExpExecArray): readonly (readonly Piece[])[] | null {
  const before = pattern.slice(0, optional.index);
  const after = pattern.slice(optional.index + optional[0].length);
  const without = parsePattern(before + after);
  const having = parsePattern(`${before}/:${optional[1] ?? optional[2]}${after}`);
  return without === null || having === null ? null : [...without, ...having];
}

function parsePiece(part: string): Piece | null {
  if (part === "*") return { kind: "rest", names: ["0"], needsOne: false };
  const param = PARAM.exec(part)?.[1];
  if (param !== undefined) return { kind: "param", names: [param] };
  const rest = REST.exec(part);
  if (rest?.[1] !== undefined) return { kind: "rest", names: [rest[1]], needsOne: rest[2] === "+" };
  if (EXOTIC.test(part)) return null;
  if (!part.includes(":")) return { kind: "static", text: part };
  return parseMixed(part);
}

/** A part with text around its parameters, such as `:id.png`. */
function parseMixed(part: string): Piece {
  const names = [...part.matchAll(IN_TEXT)].map((match) => match[1] ?? "");
  const source = part.split(IN_TEXT).map((text, i) => i % 2 === 0 ? RegExp.escape(text) : "([^/]+?)").join("");
  return { kind: "mixed", names, matcher: new RegExp(`^${source}$`) };
}
