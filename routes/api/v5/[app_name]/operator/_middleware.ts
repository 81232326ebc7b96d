import { define } from "@/lib/define.ts";
import { assertApp } from "@/lib/http/app_name.ts";

/** The operator area: everything below it needs the token. */
export default define.middleware(async (ctx) => {
  const { config, operator } = ctx.state.services;
  assertApp(ctx.params.app_name, config.appName);
  await operator.authenticate(ctx);
  return await ctx.next();
});
