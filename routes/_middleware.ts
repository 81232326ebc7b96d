import { define } from "@/lib/define.ts";
import { clientKey, isApiUrl } from "@/lib/http/address.ts";
import { answerError, answerOptions, dress } from "@/lib/http/answers.ts";
import type { ErrorCode } from "@/lib/http/errors.ts";
import { openExchange } from "@/lib/http/exchange.ts";
import { assertReadOnly, assertSound, toApiError } from "@/lib/http/guard.ts";

/** Every request enters here; every answer, failures included, leaves here with the headers that all of them carry. */
export default define.middleware(async (ctx) => {
  const { config, operator } = ctx.state.services;
  openExchange(ctx, clientKey(ctx.req, ctx.info.remoteAddr, config));
  try {
    const admission = operator.admit(ctx);
    // In memory it is decided at once: a promise that is not needed would cost every request.
    if (admission !== undefined) await admission;
    assertSound(ctx.req);
    if (ctx.route !== null) {
      if (ctx.req.method === "OPTIONS") return operator.note(ctx, answerOptions(ctx));
      assertReadOnly(ctx.req);
    }
    const response = await ctx.next();
    return operator.note(ctx, ctx.state.isDressed ? response : dress(response, ctx.state));
  } catch (thrown) {
    const error = toApiError(thrown);
    // Outside /api a person reads: _404.tsx and _error.tsx, further out, answer with a page.
    const isPage = thrown !== error && isForPeople(error.code) && !isApiUrl(ctx.req.url);
    const response = isPage ? undefined : answerError(ctx, error);
    operator.noteFailure(ctx, error);
    if (response === undefined) throw thrown;
    return response;
  }
});

function isForPeople(code: ErrorCode): boolean {
  return code === "not_found" || code === "internal_error";
}
