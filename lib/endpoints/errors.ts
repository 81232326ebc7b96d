// deno-lint-ignore-file camelcase -- error codes are part of the interface
import { MAX_FAILURES } from "@/lib/access/bans.ts";
import type { ErrorCode } from "@/lib/http/errors.ts";
import { MAX_PATH_CHARACTERS, MAX_QUERY_PARAMETERS, MAX_URL_CHARACTERS } from "@/lib/http/request_url.ts";
import { WINDOWS_MS } from "@/lib/state/store.ts";

/** The errors that every endpoint can return. */
export const COMMON_ERRORS = ["bad_request", "banned", "uri_too_long", "rate_limited", "internal_error"] as const;

/** What every error has. */
export const ERROR_FORM = "Every error has the same form: `success: false`, the `status`, a stable `code` for " +
  "programs, a `message` for people, the `requestId` and, where a program can use more, `details`.";

/** What leads to a ban. */
export const BAN_REASON = `${MAX_FAILURES} wrong tokens within ${WINDOWS_MS.failures / 60_000} minutes`;

/** What each error code means and what the caller can do, for the page and the OpenAPI document. */
export const ERROR_EXPLANATIONS: Readonly<Record<ErrorCode, string>> = {
  missing_parameter: "A required parameter is missing or empty. `details.parameter` is its name.",
  invalid_parameter:
    "A query parameter is out of range, of the wrong type or repeated. `details` shows what is allowed.",
  bad_request: `The URL has a malformed host, a malformed percent-escape or more than ${MAX_QUERY_PARAMETERS} query ` +
    "parameters; or the form or another body is malformed, incomplete or sent in too small chunks. Encode URLs and " +
    "forms with the functions of your language.",
  authentication_required: `The operator area requires a valid token. ${BAN_REASON} lead to a ban.`,
  forbidden_address:
    "The address of the image is private, reserved or this service's own, or its port is blocked. Use a public one.",
  banned: "This client is banned. If this is a mistake, contact the operator. `details.until` is when the ban ends.",
  forbidden_host: "A browser can enter the operator area only under the public address of the service. Use that.",
  not_found: "There is nothing at this path. `/api` lists every path.",
  unknown_type: "The last segment of the path is not one of the allowed values. `details.allowed` lists them.",
  unknown_app: "The path names an application that is not served here. `details.allowed` has the name that is.",
  method_not_allowed: "Use GET or HEAD. Only the filters of v2 accept POST.",
  request_timeout: "Sending the image took too long. Send a smaller one, or use a faster connection.",
  precondition_failed:
    "The file does not match `if-match` or `if-unmodified-since`. Send the request without this header.",
  payload_too_large: "The image that you sent is too large. Send a smaller one. `details.limit` is in bytes.",
  uri_too_long: `The URL has more than ${MAX_URL_CHARACTERS.toLocaleString("en")} characters, or its path more than ` +
    `${MAX_PATH_CHARACTERS.toLocaleString("en")}. Send the image with POST.`,
  range_not_satisfiable:
    "The range starts after the end of the file. `details.limit` is the size of the file in bytes.",
  source_too_large: "The image file is too large. Use a smaller one. `details.limit` is in bytes.",
  too_many_pixels:
    "The image has too many pixels, in one frame, in total or on a side. Scale it down. `details.limit` is the most.",
  too_many_frames: "The animation has too many frames. Shorten it. `details.limit` is the most.",
  too_expensive: "The work on this image is more than one request may cause. Use a smaller image, fewer frames or " +
    "another format. `details.unit` is what it exceeds.",
  unsupported_format: "The file has a format that cannot be read. Save an image as JPEG or PNG; instead of a page, " +
    "use the URL of the image on it.",
  broken_image: "The image cannot be decoded because its data is damaged. Save it again with another program.",
  source_rejected:
    "The server of the image refused it. Check the URL, and whether it requires a login. `details.sourceStatus` is the " +
    "status of that server.",
  rate_limited: "This client has used up its points, or has too much in progress at once. Wait a moment, then try " +
    "again. `retry-after` is the number of seconds, and `details.share` names what is in progress.",
  internal_error: "The service failed. Report the `requestId` to the operator, who can find the cause in the log.",
  source_failed: "The server of the source failed or is unreachable. Check the URL or try later.",
  overloaded:
    "Too many images are waiting to be filtered or drawn. Try again in a moment. `retry-after` is the number of seconds.",
  source_timeout: "The server of the image took too long. Try again, or use a faster server.",
  filter_timeout: "Filtering this image took too long. Use a smaller image.",
};
