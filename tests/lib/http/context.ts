import { createRequestState, type HttpContext, type RequestState } from "@/lib/http/request_state.ts";

/** Where the requests come from. */
const ADDRESS = "127.0.0.1";

/** Creates the context of a request as the middlewares would pass it on. */
export function createContext(req: Request, state: Partial<RequestState> = {}): HttpContext {
  return {
    req,
    url: new URL(req.url),
    state: { ...createRequestState({ method: req.method, client: ADDRESS, network: ADDRESS, route: null }), ...state },
  };
}
