import type { Context } from "@/lib/define.ts";
import { unknownAppError } from "@/lib/http/errors.ts";
import { respondWithJson } from "@/lib/http/respond.ts";
import type { LauncherData } from "@/lib/launcher/data.ts";

/** Responds below `/api/v5/{app_name}` with what `select` takes from the data. @throws {ApiError} `unknown_app`. */
export function respondWithData(
  ctx: Context,
  input: { readonly app_name: string },
  select: (data: LauncherData) => object,
): Response {
  const { config: { appName }, launcher } = ctx.state.services;
  if (input.app_name !== appName) throw unknownAppError(input.app_name, appName);
  return respondWithJson(ctx, select(launcher.data), { cache: "minute" });
}
