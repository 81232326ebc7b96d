import type { HttpContext, RequestState } from "@/lib/http/request_state.ts";

/** Creates the context of a request as the middlewares would pass it on. */
export function createContext(req: Request, state: Partial<RequestState> = {}): HttpContext {
  return {
    req,
    url: new URL(req.url),
    route: null,
    state: {
      client: "127.0.0.1",
      startedAt: 0,
      method: req.method,
      ...state,
    },
  };
}
