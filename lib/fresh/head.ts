import { type ComponentChildren, isValidElement, options, toChildArray, type VNode } from "preact";
import type { ResolvedFreshConfig } from "./types.ts";

/** Moves its elements into the head of the document. They replace elements with the same key, such as the title. */
export function Head(props: { readonly children?: ComponentChildren }): VNode | null {
  current?.headElements.push(...elementsOf(props.children));
  return null;
}

/** The state of one page while Preact turns it into text. */
export interface RenderState {
  /** The settings of the application. */
  readonly config: ResolvedFreshConfig;
  /** The children of every `<Head>` so far. */
  readonly headElements: VNode[];
}

let current: RenderState | null = null;

/** Returns the state of the page that is being rendered, or `null`. */
export function getRenderState(): RenderState | null {
  return current;
}

/** Calls `render`, which must be synchronous, with `state` as the current state. */
export function withRenderState<T>(state: RenderState, render: () => T): T {
  current = state;
  try {
    return render();
  } finally {
    current = null;
  }
}

// Preact calls this hook when it creates a node. The app wrapper creates the head of the document after the page has
// been rendered, when the children of every `<Head>` are known.
const previousHook = options.vnode;
options.vnode = (vnode) => {
  if (current !== null && vnode.type === "head") addHeadElements(vnode.props, current);
  previousHook?.(vnode);
};

/** Adds the children of `<Head>` to those of the document's head. A map keeps the position of what is replaced. */
function addHeadElements(head: { children?: ComponentChildren }, { headElements }: RenderState): void {
  const elements = [...elementsOf(head.children), ...headElements];
  head.children = [...new Map(elements.map((element) => [keyOf(element), element])).values()];
}

function elementsOf(children: ComponentChildren): VNode[] {
  return toChildArray(children).filter(isValidElement);
}

/** Returns what identifies an element in a head, as Fresh does: its key, or its type and attributes without content. */
function keyOf({ key, props, type }: VNode): string {
  if (key !== null && key !== undefined) return String(key);
  if (type === "title") return type;
  const attributes = Object.entries(props).filter(([name]) =>
    name !== "children" && name !== (type === "meta" ? "content" : type === "link" ? "href" : undefined)
  );
  return [type, ...attributes.map(([name, value]) => `${name}=${JSON.stringify(value)}`).sort()].join(" ");
}
