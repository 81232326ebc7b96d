import { lazy } from "@/lib/async/lazy.ts";
import { ONE_DAY } from "@/lib/http/cache_control.ts";
import { PICTURE_HEADERS } from "@/lib/http/content_security.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { ReusableResponse } from "@/lib/http/reusable_response.ts";

/** The package of animals as one module, which `deno task animals` bundles. */
const FILE = new URL("../../../static/animals.js", import.meta.url);

/** Responds with the module that draws animals in a browser. Pages of any origin may import it. */
export async function respondWithAnimalsModule(ctx: HttpContext): Promise<Response> {
  return await (await loadModule()).toResponse(ctx);
}

const loadModule = lazy(async () => {
  const type = "text/javascript; charset=utf-8";
  return await ReusableResponse.of(await Deno.readTextFile(FILE), { type, cache: ONE_DAY, headers: PICTURE_HEADERS });
});
