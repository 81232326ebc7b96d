/** An error with the HTTP status of its response. */
export class HttpError extends Error {
  /** The status of the response. */
  status: number;

  /** Creates an error. Without a message, the response contains the standard text of the status. */
  constructor(status: number, message?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "HttpError";
    this.status = status;
  }
}
