import { define } from "@/lib/define.ts";
import { assertApp } from "@/lib/launcher/parameters.ts";

/** The operator area: everything below it requires the token. */
export default define.middleware(async (ctx) => {
  const { access, config } = ctx.state.services;
  assertApp(ctx.params.app_name, config.appName);
  await access.requireOperatorToken().authenticate(ctx);
  return await ctx.next();
});
