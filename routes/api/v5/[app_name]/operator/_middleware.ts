import { define } from "@/lib/define.ts";
import { notFoundError } from "@/lib/http/errors.ts";
import { isOwnRequest } from "@/lib/http/request_checks.ts";
import { assertApp } from "@/lib/launcher/app_name.ts";

/** The operator area: everything below it requires the token. */
export default define.middleware(async (ctx) => {
  const { access, config } = ctx.state.services;
  assertApp(ctx.params.app_name, config.appName);
  // Anyone can make a filter send requests, so these must never count as attempts of the server's own address.
  if (isOwnRequest(ctx.req)) throw notFoundError();
  await access.authenticate(ctx);
  return await ctx.next();
});
