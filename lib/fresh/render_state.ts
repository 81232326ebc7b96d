import type { VNode } from "preact";

/** What is known while a page is turned into text. */
export interface RenderState {
  /** The folder of the application. */
  readonly root: string;
  /** The nonce for scripts and styles, if a policy asked for one. */
  readonly nonce: string | null;
  /** What `<Head>` collected, by what it stands for. */
  readonly heads: Map<string, VNode>;
  /** The names of the outermost elements that the page itself brought. */
  readonly seen: Set<string>;
}

let current: RenderState | null = null;

/** The state of the page that is being rendered right now, or `null`. */
export function getRenderState(): RenderState | null {
  return current;
}

/** Runs `render`, which must not wait for anything, with `state` as the current one. */
export function withRenderState<T>(state: RenderState, render: () => T): T {
  const outer = current;
  current = state;
  try {
    return render();
  } finally {
    current = outer;
  }
}
