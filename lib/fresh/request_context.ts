import type { VNode } from "preact";
import type { LayoutConfig, UiTree } from "./components.ts";
import type { ResolvedFreshConfig } from "./config.ts";
import type { Context } from "./context.ts";
import { HttpError } from "./http_error.ts";
import { collapseSlashes } from "./request_path.ts";
import type { Match } from "./router.ts";
import { readForwardedUrl } from "./forwarded_url.ts";

/** One link of the chain that a request walks along. */
export type Step<State> = (ctx: RequestContext<State>) => Response | Promise<Response>;

/** What a context is made from. */
export interface RequestContextInit<State> {
  readonly config: ResolvedFreshConfig;
  /** The path without the slash at its end, or `null` when the address could not be read. */
  readonly path: string | null;
  readonly route: string | null;
  readonly match: Match<unknown> | null;
  readonly chain: readonly Step<State>[];
  readonly ui: UiTree<State>;
  /** Whether a response that is there at once is handed back as it is, without a promise around it. */
  readonly isDirect: boolean;
}

/** What middlewares fill. A class, as V8 learns how much an instance is going to hold, and makes room for it at once. */
class Bag {}

/** The query parameter by which Fresh's client asks for a part of a page. */
const PARTIAL_PARAMETER = "fresh-partial";

/**
 * The context that the application makes for each request. Nothing is parsed, decoded or made before it is asked for,
 * and `next()` walks along the ready-made chain by counting: no function is made while a request is answered.
 */
export class RequestContext<State> implements Context<State> {
  req: Request;
  readonly info: Deno.ServeHandlerInfo;
  readonly config: ResolvedFreshConfig;
  readonly route: string | null;
  readonly path: string | null;
  data: unknown = undefined;
  error: unknown | null = null;
  /** The wrappers around what is rendered at this point of the chain. */
  ui: UiTree<State>;
  /** The nonce of inline scripts and styles, once a policy asked for one. */
  nonce: string | null = null;
  readonly #match: Match<unknown> | null;
  readonly #chain: readonly Step<State>[];
  readonly #isDirect: boolean;
  #position = 0;
  #url: URL | null = null;
  #params: Record<string, string> | null = null;
  #state: State | null = null;

  constructor(req: Request, info: Deno.ServeHandlerInfo, init: RequestContextInit<State>) {
    this.req = req;
    this.info = info;
    this.config = init.config;
    this.route = init.route;
    this.path = init.path;
    this.ui = init.ui;
    this.#match = init.match;
    this.#chain = init.chain;
    this.#isDirect = init.isDirect;
  }

  get url(): URL {
    return this.#url ??= parseUrl(this.req, this.config.trustProxy);
  }

  get params(): Record<string, string> {
    return this.#params ??= decodeParams(this.#match);
  }

  get state(): State {
    return this.#state ??= new Bag() as State;
  }

  get isPartial(): boolean {
    return this.req.url.includes(PARTIAL_PARAMETER) && this.url.searchParams.has(PARTIAL_PARAMETER);
  }

  next(): Promise<Response> {
    const step = this.#chain[this.#position++];
    try {
      if (step === undefined) throw new HttpError(404);
      const result = step(this);
      return this.#isDirect || result instanceof Promise ? result as Promise<Response> : Promise.resolve(result);
    } catch (error) {
      this.error = error;
      return Promise.reject(error);
    }
  }

  redirect(pathOrUrl: string, status = 302): Response {
    return new Response(null, { status, headers: { location: toLocation(pathOrUrl) } });
  }

  async render(vnode: VNode | null, init: ResponseInit = {}, config: LayoutConfig = {}): Promise<Response> {
    const { renderPage } = await import("./render.ts");
    return await renderPage(this, vnode, { init, config });
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

function parseUrl(req: Request, trustProxy: boolean): URL {
  const url = URL.parse(req.url);
  if (url === null) throw new HttpError(400);
  if (url.pathname.includes("//")) url.pathname = collapseSlashes(url.pathname);
  return trustProxy ? readForwardedUrl(url, req.headers) : url;
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

/** Keeps a path on this site: `//host/x` would be another one's. */
function toLocation(pathOrUrl: string): string {
  if (!pathOrUrl.startsWith("/")) return pathOrUrl;
  const end = pathOrUrl.search(/[?#]/);
  if (end === -1) return collapseSlashes(pathOrUrl);
  return collapseSlashes(pathOrUrl.slice(0, end)) + pathOrUrl.slice(end);
}
