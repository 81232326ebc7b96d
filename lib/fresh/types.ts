// The types of Fresh's public API. They describe what an application is made of; nothing here exists at run time.
import type { AnyComponent, FunctionComponent, VNode } from "preact";

/** The HTTP methods that a route can have a handler for. */
export type Method = "HEAD" | "GET" | "POST" | "PATCH" | "PUT" | "DELETE" | "OPTIONS";

/** The settings of an application. All are optional. */
export type FreshConfig = Partial<Omit<ResolvedFreshConfig, "root">>;

/** The settings of an application with all defaults filled in. */
export interface ResolvedFreshConfig {
  /** The folder that contains `routes/` and `static/`. The working folder unless the application sets it. */
  root: string;
  /** The path that all routes are below, or an empty string. */
  basePath: string;
  /** In development, `staticFiles()` also finds files that were added after the start. */
  mode: "development" | "production";
  /** Whether `x-forwarded-proto` and `x-forwarded-host` change `ctx.url`. */
  trustProxy: boolean;
}

/** The options of `Deno.serve`. All are optional. */
export type ListenOptions = Partial<Deno.ServeTcpOptions & Deno.TlsCertifiedKeyPem> & {
  /** The public address of the server, if it differs from the local one. */
  remoteAddress?: string;
};

/** One request on its way through the middlewares to its route. */
export interface Context<State> {
  /** The settings of the application. */
  readonly config: ResolvedFreshConfig;
  /** The request. */
  req: Request;
  /**
   * The URL of the request, parsed on first access.
   *
   * @throws {HttpError} with status 400 if it cannot be parsed, for example because of an invalid `Host` header
   */
  readonly url: URL;
  /** The pattern of the matched route, such as `/users/:id`, or `null` if no route matches. */
  readonly route: string | null;
  /** The parameters of the matched route, decoded with `decodeURI`. */
  readonly params: Record<string, string>;
  /** Data that middlewares pass to the route. */
  readonly state: State;
  /** The data that the handler returned for its page. */
  data: unknown;
  /** The error that was thrown, or `null`. */
  error: unknown | null;
  /** The connection of the request. */
  readonly info: Deno.ServeHandlerInfo;
  /** Whether the client asks for a part of a page only. */
  readonly isPartial: boolean;
  /** Calls the next middleware or the route. The promise rejects with what they throw. */
  next(): Promise<Response>;
  /** Creates a redirect. A path always stays on this site, even if it starts with two slashes. */
  redirect(pathOrUrl: string, status?: number): Response;
  /** Renders JSX inside the layouts and the app wrapper of the segment that calls it. */
  render(vnode: VNode | null, init?: ResponseInit, config?: LayoutConfig): Promise<Response>;
  /** Creates a response with plain text. */
  text(content: string, init?: ResponseInit): Response;
  /** Creates a response with HTML. */
  html(content: string, init?: ResponseInit): Response;
  /** Creates a response with JSON. */
  json(content: unknown, init?: ResponseInit): Response;
}

/** Responds to a request, or passes it on with `ctx.next()`. */
export type Middleware<State> = (ctx: Context<State>) => Response | Promise<Response>;

/** The return value of a handler that renders the page of its route. */
export interface PageResponse<T> {
  /** The page receives this as `props.data`. */
  data: T;
  /** Headers in addition to `content-type`. */
  headers?: HeadersInit | undefined;
  /** The status. The default is 200. */
  status?: number | undefined;
}

/** Responds to a request with a response or with the data of a page. */
export interface HandlerFn<Data, State> {
  (ctx: Context<State>): Response | PageResponse<Data> | Promise<Response | PageResponse<Data>>;
}

/** Handlers by HTTP method. `GET` also handles `HEAD` unless there is a handler for `HEAD`. */
export type HandlerByMethod<Data, State> = { [M in Method]?: HandlerFn<Data, State> };

/** One handler for all HTTP methods, or handlers by method. */
export type RouteHandler<Data, State> = HandlerFn<Data, State> | HandlerByMethod<Data, State>;

/** The data that a handler passes to its page. */
export type RouteData<Handler extends RouteHandler<unknown, unknown>> = Handler extends
  RouteHandler<infer Data, unknown> ? Data : never;

/** The properties of pages, layouts and the app wrapper. */
export type PageProps<Data = unknown, State = unknown> =
  & Pick<Context<State>, "config" | "url" | "req" | "params" | "info" | "state" | "isPartial" | "error" | "route">
  & {
    /** The data that the handler returned. */
    data: Data;
    /** The content that a layout or the app wrapper surrounds. */
    Component: FunctionComponent;
  };

/** A page, a layout or the app wrapper. It may be async, and it may return a response instead of JSX. */
export type RouteComponent<State> = AnyComponent<PageProps<unknown, State>>;

/** Which components around a page are left out. */
export interface LayoutConfig {
  /** Leaves out the layouts of outer segments. */
  skipInheritedLayouts?: boolean;
  /** Leaves out the app wrapper. */
  skipAppWrapper?: boolean;
}

/** The components around a page, as the segments of its route define them. */
export interface Wrappers<State> {
  /** The app wrapper, `routes/_app`. */
  readonly app: RouteComponent<State> | null;
  /** The layouts, outermost first. */
  readonly layouts: readonly RouteComponent<State>[];
}

/** The `config` export of a route file. */
export interface RouteConfig extends LayoutConfig {
  /** The pattern of the route, if the file name cannot express it. */
  routeOverride?: string;
}

/** A handler, a page, or both. */
export interface Route<State> {
  /** The page. */
  component?: RouteComponent<State> | undefined;
  /** The pattern of the route and the components around its page. */
  config?: RouteConfig | undefined;
  /** The handler or handlers. */
  handler?: RouteHandler<unknown, State> | undefined;
}
