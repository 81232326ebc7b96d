import { z } from "zod";
import { messageOf } from "@/lib/http/errors.ts";

/** An error while reading from GitHub. */
export class GithubError extends Error {
  override readonly name = "GithubError";
  /** How long to wait before the next request, if GitHub requires it. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: ErrorOptions & { readonly retryAfterMs?: number } = {}) {
    super(message, options);
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** Returns why a document of GitHub cannot be used, without quoting it. */
export function toReason(cause: unknown): string {
  if (cause instanceof z.ZodError) {
    const [issue] = cause.issues;
    return `${issue?.path.join(".")}: ${issue?.message}`;
  }
  // The message of a fetch() error is general; its cause has the reason.
  const detail = cause instanceof Error && cause.cause instanceof Error ? `: ${cause.cause.message}` : "";
  return messageOf(cause) + detail;
}
