import type { Middleware } from "./define.ts";
import { collapseSlashes, readPath } from "./path.ts";
import type { Match } from "./router.ts";

/** An error with the HTTP status of its response. */
export class HttpError extends Error {
  override readonly name = "HttpError";

  /** Creates an error. Without a message, the response contains the standard text of the status. */
  constructor(readonly status: number, message?: string, options?: ErrorOptions) {
    super(message, options);
  }
}

/** The middlewares and the handler of a request, outermost first. */
export type Chain<State> = readonly Middleware<State>[];

type RouteMatch = Match<{ readonly pattern: string }>;

/**
 * One request on its way through the middlewares to its route. It parses and creates nothing before it is needed, and
 * `next()` only advances an index in a chain that was composed at the start.
 */
export class Context<State> {
  readonly #match: RouteMatch | null;
  readonly #chain: Chain<State>;
  #position = 0;
  #url: URL | null = null;
  #params: Record<string, string> | null = null;
  #state: State | null = null;

  constructor(
    readonly req: Request,
    readonly info: Deno.ServeHandlerInfo,
    match: RouteMatch | null,
    chain: Chain<State>,
  ) {
    this.#match = match;
    this.#chain = chain;
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
    return this.#match?.value.pattern ?? null;
  }

  /** The parameters of the matched route, decoded with `decodeURI`, so that `%2F` stays `%2F`. */
  get params(): Readonly<Record<string, string>> {
    return this.#params ??= decodeParams(this.#match);
  }

  /** Data that middlewares pass to the route. */
  get state(): State {
    return this.#state ??= {} as State;
  }

  /** Calls the next middleware or the route. The promise rejects with what they throw. */
  async next(): Promise<Response> {
    const step = this.#chain[this.#position++];
    if (step === undefined) throw new HttpError(readPath(this.req.url) === null ? 400 : 404);
    return await step(this);
  }
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new HttpError(400);
  if (url.pathname.includes("//")) url.pathname = collapseSlashes(url.pathname);
  return url;
}

function decodeParams(match: RouteMatch | null): Record<string, string> {
  const params: Record<string, string> = Object.create(null);
  match?.names.forEach((name, i) => params[name] = decodeURI(match.values[i] ?? ""));
  return params;
}
