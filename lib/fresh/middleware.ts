import type { Context } from "./context.ts";

/** Stands in a request's way: answers it, or hands it on with `ctx.next()`. */
export type Middleware<State> = (ctx: Context<State>) => Response | Promise<Response>;

/** The former name of {@linkcode Middleware}. */
export type MiddlewareFn<State> = Middleware<State>;
