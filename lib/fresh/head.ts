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
import type { ResolvedFreshConfig } from "./types.ts";

/** Moves its children into the head of the document. They replace elements with the same key, such as the title. */
export function Head(props: { readonly children?: ComponentChildren }): VNode | null {
  if (current === null) return null;
  // A component has no key, so it gets a unique one.
  for (const child of flatten(props.children)) current.heads.set(keyOf(child) ?? `#${current.heads.size}`, child);
  return null;
}

/** The state of one page while Preact turns it into text. */
export interface RenderState {
  /** The settings of the application. */
  readonly config: ResolvedFreshConfig;
  /** The children of `<Head>` by their keys. */
  readonly heads: Map<string, VNode>;
}

let current: RenderState | null = null;

/** Returns the state of the page that is being rendered, or `null`. */
export function getRenderState(): RenderState | null {
  return current;
}

/** Calls `render`, which must be synchronous, with `state` as the current state. */
export function withRenderState<T>(state: RenderState, render: () => T): T {
  const outer = current;
  current = state;
  try {
    return render();
  } finally {
    current = outer;
  }
}

/** Returns the elements among `children` and inside fragments. */
function flatten(children: ComponentChildren): VNode[] {
  return toChildArray(children).flatMap((child) => {
    if (!isValidElement(child)) return [];
    const inner = child.type === Fragment ? getFragmentChildren(child.props) : null;
    return inner === null ? [child] : flatten(inner);
  });
}

/** Returns the children of a fragment, or `null` if it is a precompiled template that contains text. */
function getFragmentChildren(
  props: { children?: ComponentChildren; tpl?: string[]; exprs?: ComponentChildren },
): ComponentChildren {
  if (props.tpl === undefined) return props.children ?? [];
  return props.tpl.every((text) => text.trim() === "") ? props.exprs : null;
}

/** Returns the key of an element, or `null` for a component. In the head, an element replaces others with its key. */
function keyOf(vnode: VNode): string | null {
  if (typeof vnode.type !== "string") return null;
  if (vnode.key !== null && vnode.key !== undefined) return String(vnode.key);
  if (vnode.type === "title") return "title";
  const attributes = Object.entries(vnode.props).filter(([name]) =>
    name !== "children" && !(vnode.type === "meta" && name === "content")
  );
  return [vnode.type, ...attributes.map(([name, value]) => `${name}=${JSON.stringify(value)}`).sort()].join(" ");
}

// Preact calls `__b` before it renders a node. The hook has no public name.
const hooks: Options & { __b?: (vnode: VNode) => void } = options;
const previousHook = hooks.__b;
hooks.__b = (vnode) => {
  if (current !== null && vnode.type === "head") mergeHeads(vnode, current);
  previousHook?.(vnode);
};

/** The children of head elements before any `<Head>` was merged into them: a constant head is rendered again. */
const originalChildren = new WeakMap<VNode, ComponentChildren>();

function mergeHeads(vnode: VNode, state: RenderState): void {
  const props: { children?: ComponentChildren } = vnode.props;
  const children = originalChildren.get(vnode) ?? props.children;
  originalChildren.set(vnode, children);
  props.children = [...flatten(children).map((child) => replaceByHead(child, state)), h(RemainingHeads, null)];
}

/** Returns the child of `<Head>` with the same key as `child`, or `child` itself. */
function replaceByHead(child: VNode, { heads }: RenderState): VNode {
  const key = keyOf(child);
  const replacement = key === null ? undefined : heads.get(key);
  if (key !== null) heads.delete(key);
  return replacement ?? child;
}

/** The children of `<Head>` that replaced nothing. */
function RemainingHeads(): VNode | null {
  if (current === null || current.heads.size === 0) return null;
  const heads = [...current.heads.values()];
  current.heads.clear();
  return h(Fragment, null, heads);
}
