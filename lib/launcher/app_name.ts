import { ApiError } from "@/lib/http/errors.ts";

/**
 * Checks that a path names the application that this service is for.
 *
 * @throws {ApiError} `unknown_app` for any other name.
 */
export function assertApp(name: string | undefined, appName: string): void {
  if (name === appName) return;
  const value = (name ?? "").slice(0, 80);
  throw new ApiError("unknown_app", `Cannot find the application "${value}": this service has "${appName}"`, {
    details: { value, allowed: [appName] },
  });
}
