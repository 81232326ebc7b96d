import { type Context as FreshContext, createDefine, type Define } from "fresh";
import type { RequestState } from "@/lib/http/state.ts";
import type { Services } from "@/lib/services.ts";

/** What a request carries through the middleware and its route. */
export interface State extends RequestState {
  /** The parts of the service, created once at the start. */
  services: Services;
}

/** Fresh's context of a request, with the state of this service. */
export type Context = FreshContext<State>;

/** Fresh's helpers for routes and middlewares, typed with the state of this service. */
export const define: Define<State> = createDefine<State>();
