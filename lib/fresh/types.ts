// The types of Fresh's public API. They describe what an application is made of; nothing here exists at run time.
import type { AnyComponent, FunctionComponent, VNode } from "preact";

/** The settings of an application. */
export interface ResolvedFreshConfig {
  /** The folder that contains `routes/` and `static/`. The working folder unless the application sets it. */
  root: string;
}

/** One request on its way through the middlewares to its route. */
export interface Context<State> {
  /** The settings of the application. */
  readonly config: ResolvedFreshConfig;
  /** The request. */
  readonly req: Request;
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
  /** The connection of the request. */
  readonly info: Deno.ServeHandlerInfo;
  /** Calls the next middleware or the route. The promise rejects with what they throw. */
  next(): Promise<Response>;
  /** Renders a page inside the app wrapper. */
  render(page: VNode): Promise<Response>;
}

/** Responds to a request, or passes it on with `ctx.next()`. */
export type Middleware<State> = (ctx: Context<State>) => Response | Promise<Response>;

/** The HTTP methods that a route can have a handler for. */
export type Method = "HEAD" | "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Handlers by HTTP method. `GET` also handles `HEAD` unless there is a handler for `HEAD`. */
export type HandlerByMethod<State> = { readonly [M in Method]?: Middleware<State> };

/** The properties of the app wrapper. */
export interface PageProps {
  /** The page that the app wrapper surrounds. */
  readonly Component: FunctionComponent;
}

/** The app wrapper, `routes/_app.tsx`. */
export type AppWrapper = AnyComponent<PageProps>;

/** The `config` export of a route file. */
export interface RouteConfig {
  /** The pattern of the route, if the file name cannot express it. */
  readonly routeOverride?: string;
}
