import { define } from "@/lib/define.ts";
import { answer, NO_STORE } from "@/lib/http/answers.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { isServing } = ctx.state.services;
    const body = JSON.stringify({ status: isServing ? "ok" : "stopping" });
    return answer(ctx, body, { status: isServing ? 200 : 503, type: "application/json", cache: NO_STORE });
  },
});
