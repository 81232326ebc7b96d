import type { VNode } from "preact";
import { HttpError } from "./http_error.ts";
import { collapseSlashes, type Match, readPath } from "./router.ts";
import type { Context, LayoutConfig, ResolvedFreshConfig, Wrappers } from "./types.ts";

/** One link of the chain of a request: a middleware, an error boundary or a route. */
export type Step<State> = (ctx: RequestContext<State>) => Response | Promise<Response>;

/** The parts of a context that depend on the application and the matched route. */
export interface RequestContextInit<State> {
  readonly config: ResolvedFreshConfig;
  readonly match: Match<{ readonly pattern: string; readonly allow: string }> | null;
  readonly chain: readonly Step<State>[];
  readonly wrappers: Wrappers<State>;
}

/** The initial `ctx.state`. A class, because V8 learns how many properties its objects get, and reserves space. */
class InitialState {}

/** The query parameter with which the client of Fresh requests a part of a page. */
const PARTIAL_PARAMETER = "fresh-partial";

/**
 * The context of one request. It parses and creates nothing before it is needed, and `next()` only advances an index
 * in a chain that was composed at startup.
 */
export class RequestContext<State> implements Context<State> {
  req: Request;
  readonly info: Deno.ServeHandlerInfo;
  readonly config: ResolvedFreshConfig;
  /** The matched route, or `null`. */
  readonly match: RequestContextInit<State>["match"];
  data: unknown = undefined;
  error: unknown | null = null;
  /** The components around a page that is rendered by the current step. */
  wrappers: Wrappers<State>;
  /** The nonce for inline scripts and styles, if `csp()` set one. */
  nonce: string | null = null;
  /** The last response of `render()`. Its tags carry the nonce. */
  rendered: Response | null = null;
  readonly #chain: readonly Step<State>[];
  #position = 0;
  #url: URL | null = null;
  #params: Record<string, string> | null = null;
  #state: State | null = null;

  constructor(req: Request, info: Deno.ServeHandlerInfo, init: RequestContextInit<State>) {
    this.req = req;
    this.info = info;
    this.config = init.config;
    this.match = init.match;
    this.wrappers = init.wrappers;
    this.#chain = init.chain;
  }

  get url(): URL {
    return this.#url ??= parseUrl(this.req, this.config.trustProxy);
  }

  get route(): string | null {
    return this.match === null ? null : this.match.value.pattern;
  }

  get params(): Record<string, string> {
    return this.#params ??= decodeParams(this.match);
  }

  get state(): State {
    return this.#state ??= new InitialState() as State;
  }

  get isPartial(): boolean {
    return this.req.url.includes(PARTIAL_PARAMETER) && this.url.searchParams.has(PARTIAL_PARAMETER);
  }

  next(): Promise<Response> {
    const step = this.#chain[this.#position++];
    try {
      if (step === undefined) throw new HttpError(readPath(this.req.url) === null ? 400 : 404);
      return Promise.resolve(step(this));
    } catch (error) {
      this.error = error;
      return Promise.reject(error);
    }
  }

  redirect(pathOrUrl: string, status = 302): Response {
    return new Response(null, { status, headers: { location: toLocation(pathOrUrl) } });
  }

  async render(vnode: VNode | null, init: ResponseInit = {}, config: LayoutConfig = {}): Promise<Response> {
    // Loaded with the first page, because a cold start must not wait for a renderer that the request may not need.
    const { renderPage } = await import("./render.ts");
    const wrappers = removeSkippedWrappers(this.wrappers, config);
    return this.rendered = await renderPage(this, vnode, { wrappers, nonce: this.nonce, init });
  }

  text(content: string, init?: ResponseInit): Response {
    return new Response(content, init);
  }

  html(content: string, init?: ResponseInit): Response {
    const headers = new Headers(init?.headers);
    headers.set("content-type", "text/html; charset=utf-8");
    return new Response(content, { ...init, headers });
  }

  json(content: unknown, init?: ResponseInit): Response {
    return Response.json(content, init);
  }
}

/** Returns the wrappers without those that `config` leaves out. */
export function removeSkippedWrappers<State>(wrappers: Wrappers<State>, config: LayoutConfig = {}): Wrappers<State> {
  return {
    app: config.skipAppWrapper ? null : wrappers.app,
    layouts: config.skipInheritedLayouts ? [] : wrappers.layouts,
  };
}

function parseUrl(req: Request, trustProxy: boolean): URL {
  const url = URL.parse(req.url);
  if (url === null) throw new HttpError(400);
  if (url.pathname.includes("//")) url.pathname = collapseSlashes(url.pathname);
  if (!trustProxy) return url;
  // Each proxy appends its value, so the first one describes the request of the client.
  const [protocol, host] = ["x-forwarded-proto", "x-forwarded-host"].map((name) =>
    req.headers.get(name)?.split(",", 1)[0]?.trim()
  );
  if (protocol === "http" || protocol === "https") url.protocol = protocol;
  if (host) {
    // Without this line, a host without a port would inherit the old port.
    url.port = "";
    url.host = host;
  }
  return url;
}

function decodeParams(match: Match<unknown> | null): Record<string, string> {
  const params: Record<string, string> = Object.create(null);
  if (match === null) return params;
  for (let i = 0; i < match.names.length; i++) {
    const value = match.values[i] ?? "";
    params[match.names[i] ?? ""] = value.includes("%") ? decodeURI(value) : value;
  }
  return params;
}

function toLocation(pathOrUrl: string): string {
  if (!pathOrUrl.startsWith("/")) return pathOrUrl;
  const [path = ""] = pathOrUrl.split(/[?#]/, 1);
  return collapseSlashes(path) + pathOrUrl.slice(path.length);
}
