import { define } from "@/lib/define.ts";
import { isApiUrl } from "@/lib/http/address.ts";
import { answerError, answerOptions, dress } from "@/lib/http/answers.ts";
import type { ErrorCode } from "@/lib/http/errors.ts";
import { openExchange } from "@/lib/http/exchange.ts";
import { assertReadOnly, assertSound, toApiError } from "@/lib/http/guard.ts";

/** Every request enters here; every answer, failures included, leaves here with the headers that all of them carry. */
export default define.middleware(async (ctx) => {
  openExchange(ctx);
  try {
    assertSound(ctx.req);
    if (ctx.route !== null) {
      if (ctx.req.method === "OPTIONS") return answerOptions(ctx);
      assertReadOnly(ctx.req);
    }
    const response = await ctx.next();
    return ctx.state.isDressed ? response : dress(response, ctx.state);
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.code === "internal_error") ctx.state.services.reportFault(ctx, thrown);
    // Outside /api a person reads: _404.tsx and _error.tsx, further out, answer with a page.
    if (thrown !== error && isForPeople(error.code) && !isApiUrl(ctx.req.url)) throw thrown;
    return answerError(ctx, error);
  }
});

function isForPeople(code: ErrorCode): boolean {
  return code === "not_found" || code === "internal_error";
}
