import { createDefine, type Define } from "fresh";
import type { RequestState } from "@/lib/http/request_state.ts";
import type { Services } from "@/lib/services.ts";

/** What a request carries through middlewares and routes. */
export interface State extends RequestState {
  /** The features, created once at startup. */
  services: Services;
}

/** Fresh's helpers for routes, pages and middlewares, typed with this service's state. */
export const define: Define<State> = createDefine<State>();
