// The one place below routes/ that knows the framework: it binds Fresh's helpers to this service's state.
import { createDefine, type Define, type Middleware } from "fresh";
import type { RequestState } from "@/lib/http/request_state.ts";
import type { Services } from "@/lib/services.ts";

/** What a request carries through middlewares and routes. */
export interface State extends RequestState {
  /** The capabilities, made once at start. */
  services: Services;
}

/** Fresh's helpers for routes, pages and middlewares, typed with this service's state. */
export const define: Define<State> = createDefine<State>();

/** Makes the middleware that hands the services to every request. */
export function provide(services: Services): Middleware<State> {
  const middleware: Middleware<State> = (ctx) => {
    ctx.state.services = services;
    return ctx.next();
  };
  return Object.assign(middleware, { takesResponse: true });
}
