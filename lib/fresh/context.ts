import type { VNode } from "preact";
import type { LayoutConfig } from "./components.ts";
import type { ResolvedFreshConfig } from "./config.ts";

/** One request on its way through the middlewares to its route. */
export interface Context<State> {
  /** The settings of the application. */
  readonly config: ResolvedFreshConfig;
  /** The request. */
  req: Request;
  /**
   * The address of the request, parsed when it is first asked for.
   *
   * @throws {HttpError} with status 400 when the address cannot be parsed
   */
  readonly url: URL;
  /** The pattern of the route that was found, such as `/users/:id`; `null` when there is none. */
  readonly route: string | null;
  /** What the parameters of the route stand for. */
  readonly params: Record<string, string>;
  /** What the middlewares hand to the route. */
  readonly state: State;
  /** What the handler returned for its page. */
  data: unknown;
  /** What was thrown, or `null`. */
  error: unknown | null;
  /** The connection that the request came by. */
  readonly info: Deno.ServeHandlerInfo;
  /** Whether only a part of a page was asked for. */
  readonly isPartial: boolean;
  /** Hands the request on to the next middleware or to its route; what they throw rejects. */
  next(): Promise<Response>;
  /** Sends the client elsewhere; a path stays on this site whatever it begins with. */
  redirect(pathOrUrl: string, status?: number): Response;
  /** Answers with rendered JSX, inside the layouts and the app wrapper of this place. */
  render(vnode: VNode | null, init?: ResponseInit, config?: LayoutConfig): Promise<Response>;
  /** Answers with plain text. */
  text(content: string, init?: ResponseInit): Response;
  /** Answers with HTML. */
  html(content: string, init?: ResponseInit): Response;
  /** Answers with JSON. */
  json(content: unknown, init?: ResponseInit): Response;
}
