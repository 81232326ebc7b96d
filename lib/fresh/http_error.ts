/** The statuses that tell of an error. */
export type ErrorStatus =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418)
  | (421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451)
  | (500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511);

/** An error that says with which status the request is to be answered. */
export class HttpError extends Error {
  /** The status of the answer. */
  status: ErrorStatus;

  /** Makes an error for `status`; without a message the answer carries the usual text of the status. */
  constructor(status: ErrorStatus, message?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "HttpError";
    this.status = status;
  }
}

/** The 405 for a path that other verbs exist for; its `cause` tells them, so that a middleware can send `Allow`. */
export function methodNotAllowed(allow: string): HttpError {
  return new HttpError(405, undefined, { cause: { allow } });
}

/** The verbs that a 405 carries, or `null` on any other error. */
export function allowOf(error: HttpError): string | null {
  const cause = error.cause;
  if (typeof cause !== "object" || cause === null || !("allow" in cause)) return null;
  return typeof cause.allow === "string" ? cause.allow : null;
}
