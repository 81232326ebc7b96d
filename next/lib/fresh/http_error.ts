/** An error with the HTTP status of its response. */
export class HttpError extends Error {
  override readonly name = "HttpError";

  /** Creates an error. Without a message, the response contains the standard text of the status. */
  constructor(readonly status: number, message?: string, options?: ErrorOptions) {
    super(message, options);
  }
}
