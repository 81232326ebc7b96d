import { isHostValid } from "@/lib/http/client_address.ts";
import { ALLOWED_METHODS } from "@/lib/http/responses.ts";
import { ApiError, notFoundError } from "@/lib/http/errors.ts";

/** Longest URL that is looked at: a picture of 45 KB as a `data:` URL fits, and Deno itself ends at 64 KiB of head. */
export const MAX_URL_CHARACTERS = 61_440;

/**
 * Refuses a request that no endpoint could answer: a host that would change the URL, an endless URL, a body.
 *
 * @throws {ApiError} `bad_request` or `uri_too_long`.
 */
export function assertValidRequest(req: Request, method: string): void {
  if (req.url.length > MAX_URL_CHARACTERS) {
    throw new ApiError("uri_too_long", `Cannot read an address of more than ${MAX_URL_CHARACTERS} characters`, {
      details: { limit: MAX_URL_CHARACTERS, got: req.url.length },
    });
  }
  if (!isHostValid(req)) {
    throw new ApiError("bad_request", 'Cannot use the "Host" header: send the name of this service');
  }
  // What another verb sends is refused for its verb.
  if (isRead(method) && hasBody(req)) {
    throw new ApiError("bad_request", "Cannot take a body: every endpoint is read with GET");
  }
}

/**
 * Refuses what is neither GET nor HEAD.
 *
 * @throws {ApiError} `method_not_allowed`.
 */
export function assertReadOnly(method: string): void {
  if (!isRead(method)) throw notAllowed();
}

/** Puts into words what was refused without any for a file; `undefined` for an answer that is no refusal. */
export function toApiErrorFromStatus({ status, headers }: Response): ApiError | undefined {
  // So does the published Fresh with a file of static/ that is posted to.
  if (status === 405) return notAllowed();
  if (status === 412) return new ApiError("precondition_failed", "Cannot send this version: the file has changed");
  if (status !== 416) return undefined;
  const range = headers.get("content-range") ?? "bytes */0";
  const size = Number(range.slice(range.indexOf("/") + 1));
  return new ApiError("range_not_satisfiable", `Cannot send this range: the file has ${size} bytes`, {
    details: { limit: size },
    headers: { "content-range": range },
  });
}

/** Turns whatever was thrown into what the caller is told; what nobody foresaw becomes an `internal_error`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  switch (statusOf(error)) {
    case 400:
      return new ApiError("bad_request", "Cannot read the address: its host or a percent-escape is broken", {
        cause: error,
      });
    case 404:
      return notFoundError({ cause: error });
    case 405:
      return notAllowed({ cause: error });
    default:
      return new ApiError(
        "internal_error",
        "Cannot answer because of a fault in the service: tell the operator this id",
        {
          cause: error,
        },
      );
  }
}

function notAllowed(options: ErrorOptions = {}): ApiError {
  return new ApiError("method_not_allowed", "Cannot use this method: every endpoint is read with GET", {
    ...options,
    headers: { allow: ALLOWED_METHODS },
  });
}

function statusOf(error: unknown): number {
  // Fresh's own files middleware decodes every path that no route has, and throws this.
  if (error instanceof URIError) return 400;
  return error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : 500;
}

function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

function hasBody(req: Request): boolean {
  const { headers } = req;
  return headers.has("transfer-encoding") || (headers.has("content-length") && headers.get("content-length") !== "0");
}
