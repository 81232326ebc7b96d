import { ApiError } from "@/lib/http/errors.ts";

/** The methods of nearly every path, as `allow` lists them. */
const READ_METHODS = "GET, HEAD, OPTIONS";

/** Returns the methods of a path as `allow` lists them: HEAD works wherever GET does. */
export function toAllow(methods: readonly string[]): string {
  return [...methods, "OPTIONS"].join(", ").replace(/\bGET\b/, "GET, HEAD");
}

/**
 * Responds to `OPTIONS` with the allowed methods, and to a browser's preflight that any origin may call. If
 * `allowsHeaders` is false, a page of another origin cannot send headers such as `authorization`.
 */
export function respondToOptions(
  req: Request,
  { allow = READ_METHODS, allowsHeaders = true }: { readonly allow?: string; readonly allowsHeaders?: boolean } = {},
): Response {
  const headers = new Headers({ allow });
  if (allowsHeaders && req.headers.has("access-control-request-method")) {
    headers.set("access-control-allow-methods", allow);
    headers.set("access-control-allow-headers", req.headers.get("access-control-request-headers") ?? "*");
    headers.set("access-control-max-age", "86400");
  }
  return new Response(null, { status: 204, headers });
}

/** Creates the 405 for a path that has only the methods in `allow`. */
export function methodNotAllowedError(allow: string = READ_METHODS): ApiError {
  return new ApiError("method_not_allowed", `Cannot use this method: must be one of ${allow}`, { headers: { allow } });
}
