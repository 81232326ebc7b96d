import { HttpError } from "./http_error.ts";
import { collapseSlashes, readPath } from "./path.ts";
import type { Match } from "./router.ts";
import type { Middleware, ResolvedFreshConfig } from "./types.ts";

/** The middlewares and the handler of a request, outermost first. */
export type Chain<State> = readonly Middleware<State>[];

/** The parts of a context that the application knows before a middleware runs. */
export interface ContextInit<State> {
  readonly config: ResolvedFreshConfig;
  readonly match: Match<{ readonly pattern: string }> | null;
  readonly chain: Chain<State>;
}

/**
 * One request on its way through the middlewares to its route. It parses and creates nothing before it is needed, and
 * `next()` only advances an index in a chain that was composed at the start.
 */
export class Context<State> {
  readonly #init: ContextInit<State>;
  #position = 0;
  #url: URL | null = null;
  #params: Record<string, string> | null = null;
  #state: State | null = null;

  constructor(readonly req: Request, readonly info: Deno.ServeHandlerInfo, init: ContextInit<State>) {
    this.#init = init;
  }

  /** The settings of the application. */
  get config(): ResolvedFreshConfig {
    return this.#init.config;
  }

  /**
   * The URL of the request, with repeated slashes in its path replaced by one.
   *
   * @throws {HttpError} with status 400 if it cannot be parsed, for example because of an invalid `Host` header
   */
  get url(): URL {
    return this.#url ??= parseUrl(this.req.url);
  }

  /** The pattern of the matched route, such as `/users/:id`, or `null` if no route matches. */
  get route(): string | null {
    return this.#init.match?.value.pattern ?? null;
  }

  /** The parameters of the matched route, decoded with `decodeURI`, so that `%2F` stays `%2F`. */
  get params(): Readonly<Record<string, string>> {
    return this.#params ??= decodeParams(this.#init.match);
  }

  /** Data that middlewares pass to the route. */
  get state(): State {
    return this.#state ??= {} as State;
  }

  /** Calls the next middleware or the route. The promise rejects with what they throw. */
  next(): Promise<Response> {
    const step = this.#init.chain[this.#position++];
    try {
      if (step === undefined) throw new HttpError(readPath(this.req.url) === null ? 400 : 404);
      return Promise.resolve(step(this));
    } catch (error) {
      return Promise.reject(error);
    }
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
  match?.names.forEach((name, i) => params[name] = decodeURI(match.values[i] ?? ""));
  return params;
}
