import { ifMatch, ifNoneMatch } from "@std/http";
import { readHeaderStart } from "@/lib/http/read_header_start.ts";

/** The headers of a response, whose `etag` and `last-modified` the conditions of a request are about. */
type Validators = Pick<Headers, "get">;

/** Whether the caller has this version already. The tag decides if the caller sends one, otherwise the time. */
export function isUnchanged(req: Request, validators: Validators): boolean {
  const etag = validators.get("etag");
  const tags = etag === null ? null : readHeaderStart(req, "if-none-match");
  if (etag !== null && tags !== null) return !ifNoneMatch(tags, etag);
  const modified = timeOf(validators.get("last-modified"));
  return modified !== undefined && modified <= (timeOf(readHeaderStart(req, "if-modified-since")) ?? -Infinity);
}

/** Whether the caller wants another version than this one, or none if it has changed. */
export function isPreconditionFailed(req: Request, validators: Validators): boolean {
  const tags = readHeaderStart(req, "if-match");
  if (tags !== null) return !ifMatch(tags, validators.get("etag") ?? undefined);
  const modified = timeOf(validators.get("last-modified")) ?? -Infinity;
  return modified > (timeOf(readHeaderStart(req, "if-unmodified-since")) ?? Infinity);
}

/** Whether ranges may be sent: the caller has other parts of exactly this version, or states no version. */
export function isRangeAllowed(req: Request, validators: Validators): boolean {
  const condition = readHeaderStart(req, "if-range");
  if (condition === null) return true;
  const etag = validators.get("etag") ?? "";
  if (etag.startsWith("W/")) return false;
  return condition === etag || timeOf(condition) === timeOf(validators.get("last-modified"));
}

// An invalid date counts as absent (RFC 9110, section 13.1.3).
function timeOf(text: string | null): number | undefined {
  const time = text === null ? NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
