import {
  type ComponentChildren,
  Fragment,
  h,
  isValidElement,
  type Options,
  options,
  toChildArray,
  type VNode,
} from "preact";
import { getRenderState, type RenderState } from "./render_state.ts";

/** What {@linkcode Head} gets. */
export interface HeadProps {
  /** What goes into the document's head. */
  children?: ComponentChildren;
}

/** Puts its children into the document's head, in place of what stands there for the same thing. */
export function Head(props: HeadProps): VNode | null {
  const state = getRenderState();
  if (state === null) return null;
  for (const child of flatten(props.children)) state.heads.set(keyOf(child) ?? `#${state.heads.size}`, child);
  return null;
}

/** The elements among some children, those inside of fragments too. */
function flatten(children: ComponentChildren): VNode[] {
  return toChildArray(children).flatMap((child) => {
    if (!isValidElement(child)) return [];
    const inside = child.type === Fragment ? insideOf(child.props) : null;
    return inside === null ? [child] : flatten(inside);
  });
}

/** The children of a fragment; the compiler makes a template of one, which is opened unless it holds text of its own. */
function insideOf(
  props: { children?: ComponentChildren; tpl?: string[]; exprs?: ComponentChildren },
): ComponentChildren {
  if (props.tpl === undefined) return props.children ?? [];
  return props.tpl.every((text) => text.trim() === "") ? props.exprs : null;
}

/** What an element in the head stands for: two with the same key replace each other. A component has none. */
function keyOf(vnode: VNode): string | null {
  if (typeof vnode.type !== "string") return null;
  if (vnode.key !== null && vnode.key !== undefined) return String(vnode.key);
  if (vnode.type === "title") return "title";
  const props: Record<string, unknown> = { ...vnode.props };
  const names = Object.keys(props).filter((name) => !isContent(vnode, name)).sort();
  return [vnode.type, ...names.map((name) => `${name}=${JSON.stringify(props[name])}`)].join(" ");
}

function isContent(vnode: VNode, name: string): boolean {
  return name === "children" || name === "nonce" || (vnode.type === "meta" && name === "content");
}

// Preact asks `__b` about each node before it renders it; it has no public name.
const hooks: Options & { __b?: (vnode: VNode) => void } = options;
const inner = hooks.__b;
hooks.__b = (vnode) => {
  const state = getRenderState();
  if (state !== null && typeof vnode.type === "string") beforeElement(vnode, state);
  inner?.(vnode);
};

/** The children of head elements before ours were merged in, as an element may be rendered more than once. */
const ownChildren = new WeakMap<VNode, ComponentChildren>();

function beforeElement(vnode: VNode, state: RenderState): void {
  const { type, props } = vnode;
  if (type === "html" || type === "body") state.seen.add(type);
  if (state.nonce !== null && (type === "script" || type === "style")) Object.assign(props, { nonce: state.nonce });
  if (type !== "head") return;
  state.seen.add(type);
  const children = ownChildren.get(vnode) ?? props.children;
  ownChildren.set(vnode, children);
  props.children = mergeHeads(children, state);
}

/** The children of the head with what `<Head>` collected: replaced where it stands for the same, else at the end. */
function mergeHeads(children: ComponentChildren, state: RenderState): ComponentChildren {
  return [...flatten(children).map((child) => takeHead(child, state)), h(RemainingHeads, null)];
}

function takeHead(child: VNode, state: RenderState): VNode {
  const key = keyOf(child);
  if (key === null) return child;
  const replacement = state.heads.get(key);
  state.heads.delete(key);
  return replacement ?? child;
}

/** What `<Head>` collected and nothing in the document's head stood for. */
function RemainingHeads(): VNode | null {
  const state = getRenderState();
  if (state === null || state.heads.size === 0) return null;
  const heads = [...state.heads.values()];
  state.heads.clear();
  return h(Fragment, null, heads);
}
