import type { AnyComponent, FunctionComponent } from "preact";
import type { Context } from "./context.ts";

/** What pages, layouts and the app wrapper get. */
export type PageProps<Data = unknown, State = unknown> =
  & Pick<Context<State>, "config" | "url" | "req" | "params" | "info" | "state" | "isPartial" | "error" | "route">
  & {
    /** What the handler returned. */
    data: Data;
    /** What a layout or the app wrapper is put around. */
    Component: FunctionComponent;
  };

/** A page, a layout or the app wrapper. It may be async, and it may return a response in place of JSX. */
export type RouteComponent<State> = AnyComponent<PageProps<unknown, State>>;

/** Which wrappers are left out. */
export interface LayoutConfig {
  /** Leaves out the layouts of the folders above. */
  skipInheritedLayouts?: boolean;
  /** Leaves out `routes/_app`. */
  skipAppWrapper?: boolean;
}

/** The wrappers around whatever is rendered at one place of the application. */
export interface UiTree<State> {
  /** `routes/_app`. */
  readonly app: RouteComponent<State> | null;
  /** The layouts, the outermost first. */
  readonly layouts: readonly RouteComponent<State>[];
}

/** The wrappers that are left when `config` is followed. */
export function skipWrappers<State>(ui: UiTree<State>, config: LayoutConfig | undefined): UiTree<State> {
  if (!config?.skipAppWrapper && !config?.skipInheritedLayouts) return ui;
  return {
    app: config.skipAppWrapper ? null : ui.app,
    layouts: config.skipInheritedLayouts ? [] : ui.layouts,
  };
}
