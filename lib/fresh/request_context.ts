import type { VNode } from "preact";
import { HttpError } from "./http_error.ts";
import { collapseSlashes } from "./path.ts";
import { type Match, readPath } from "./router.ts";
import type { AppWrapper, Context, Middleware, ResolvedFreshConfig } from "./types.ts";

/** The parts of a context that depend on the application and the matched route. */
export interface RequestContextInit<State> {
  readonly config: ResolvedFreshConfig;
  readonly match: Match<{ readonly pattern: string }> | null;
  /** The middlewares and the handler, outermost first. */
  readonly chain: readonly Middleware<State>[];
  readonly app: AppWrapper;
}

/**
 * The context of one request. It parses and creates nothing before it is needed, and `next()` only advances an index
 * in a chain that was composed at startup.
 */
export class RequestContext<State> implements Context<State> {
  readonly req: Request;
  readonly info: Deno.ServeHandlerInfo;
  readonly #init: RequestContextInit<State>;
  #position = 0;
  #url: URL | null = null;
  #params: Record<string, string> | null = null;
  #state: State | null = null;

  constructor(req: Request, info: Deno.ServeHandlerInfo, init: RequestContextInit<State>) {
    this.req = req;
    this.info = info;
    this.#init = init;
  }

  get config(): ResolvedFreshConfig {
    return this.#init.config;
  }

  get url(): URL {
    return this.#url ??= parseUrl(this.req.url);
  }

  get route(): string | null {
    return this.#init.match?.value.pattern ?? null;
  }

  get params(): Record<string, string> {
    return this.#params ??= decodeParams(this.#init.match);
  }

  get state(): State {
    return this.#state ??= {} as State;
  }

  next(): Promise<Response> {
    const step = this.#init.chain[this.#position++];
    try {
      if (step === undefined) throw new HttpError(readPath(this.req.url) === null ? 400 : 404);
      return Promise.resolve(step(this));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async render(page: VNode): Promise<Response> {
    // Loaded with the first page, because a cold start must not wait for a renderer that the request may not need.
    const { renderDocument } = await import("./render.ts");
    const html = renderDocument(page, this.#init.app, this.#init.config);
    return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
  }
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new HttpError(400);
  if (url.pathname.includes("//")) url.pathname = collapseSlashes(url.pathname);
  return url;
}

function decodeParams(match: Match<unknown> | null): Record<string, string> {
  const params: Record<string, string> = Object.create(null);
  match?.names.forEach((name, i) => {
    const value = match.values[i] ?? "";
    params[name] = value.includes("%") ? decodeURI(value) : value;
  });
  return params;
}
