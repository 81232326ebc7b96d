// deno-lint-ignore-file camelcase -- error codes are part of the interface
import type { HeaderName } from "@/lib/endpoints/headers.ts";
import { type ErrorCode, type ErrorDetails, STATUS_BY_CODE } from "@/lib/http/errors.ts";
import { MAX_URL_CHARACTERS } from "@/lib/http/request_url.ts";

/** Explains an error code to callers. */
export interface ErrorDescription {
  /** What the code means and what the caller can do. */
  readonly explanation: string;
  /** A real message and its details, for examples. */
  readonly message: string;
  readonly details?: ErrorDetails;
  /** The headers of the response besides `x-request-id`. */
  readonly headers?: readonly HeaderName[];
}

/** The errors that every endpoint can return. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  "bad_request",
  "banned",
  "uri_too_long",
  "rate_limited",
  "internal_error",
];

/** Every error code, explained. The table of the page and the examples of the OpenAPI document are made from it. */
export const ERROR_DESCRIPTIONS: Readonly<Record<ErrorCode, ErrorDescription>> = {
  missing_parameter: {
    explanation: "A required parameter is missing or empty. Add the parameter that `details.parameter` names.",
    message: 'Cannot read "image": must be present in the query',
    details: { parameter: "image" },
  },
  invalid_parameter: {
    explanation: "A query parameter is out of range, of the wrong type or repeated. `details` shows what is allowed.",
    message: 'Cannot read "strength": must be a number from 1 to 256, got "900"',
    details: { parameter: "strength", value: "900", min: 1, max: 256 },
  },
  bad_request: {
    explanation: "The URL has a malformed host or percent-escape. Encode it with the functions of your language.",
    message: "Cannot read the URL: its host and percent-escapes must be valid",
  },
  authentication_required: {
    explanation: "The operator area requires a valid token. Ten wrong tokens within ten minutes lead to a ban.",
    message: "Cannot enter the operator area: the token is wrong, and 7 more lead to a ban of 24 hours",
    details: { limit: 10, got: 3 },
    headers: ["www-authenticate"],
  },
  forbidden_address: {
    explanation:
      "The address of the image is private, reserved or this service's own, or its port is blocked. Use a public one.",
    message: "Cannot fetch the image: 10.0.0.1 is not a public address; the operator can allow a host with " +
      "ALLOW_PRIVATE_HOSTS",
    details: { parameter: "image" },
  },
  banned: {
    explanation: "This client is banned until `details.until`. If this is a mistake, contact the operator.",
    message: "Cannot accept your requests: too many failed attempts to enter the operator area",
    details: { until: "2026-11-16T08:00:00.000Z" },
  },
  not_found: {
    explanation: "There is nothing at this path. `/api` lists every path.",
    message: "Cannot find this path: /api lists every endpoint",
  },
  unknown_type: {
    explanation: "The last segment of the path is not one of the allowed values. Use one of `details.allowed`.",
    message: 'Cannot find "horse": must be one of cat, dog, fox, fish, alpaca, bird',
    details: { value: "horse", allowed: ["cat", "dog", "fox", "fish", "alpaca", "bird"] },
  },
  unknown_app: {
    explanation: "The path names an application that is not served here. Use the name in `details.allowed`.",
    message: 'Cannot find the application "other": this service has "app"',
    details: { value: "other", allowed: ["app"] },
  },
  method_not_allowed: {
    explanation: "Use GET or HEAD. Only the filters of v2 accept POST.",
    message: "Cannot use this method: must be one of GET, HEAD, OPTIONS",
  },
  request_timeout: {
    explanation: "Sending the image took too long. Send a smaller one, or use a faster connection.",
    message: "Cannot accept the image: sending it took longer than 30000 ms",
    details: { limit: 30_000 },
  },
  precondition_failed: {
    explanation: "The file does not match `if-match` or `if-unmodified-since`. Send the request without this header.",
    message: "Cannot send this version: the file has changed",
  },
  payload_too_large: {
    explanation: "The image that you sent is too large. Send a smaller one; `details.limit` is in bytes.",
    message: "Cannot accept the image: must have at most 10,485,760 bytes, got 20,000,000",
    details: { limit: 10_485_760, got: 20_000_000 },
  },
  uri_too_long: {
    explanation: `The URL has more than ${
      MAX_URL_CHARACTERS.toLocaleString("en")
    } characters. Send the image with POST.`,
    message: `Cannot read the URL: must have at most ${MAX_URL_CHARACTERS} characters, got ${MAX_URL_CHARACTERS + 560}`,
    details: { limit: MAX_URL_CHARACTERS, got: MAX_URL_CHARACTERS + 560 },
  },
  range_not_satisfiable: {
    explanation: "The range starts after the end of the file. `details.limit` is the size of the file in bytes.",
    message: "Cannot send this range: the file has 1024 bytes",
    headers: ["content-range"],
    details: { limit: 1024 },
  },
  source_too_large: {
    explanation: "The image file is too large. Use a smaller one; `details.limit` is in bytes.",
    message: "Cannot fetch the image: must have at most 10,485,760 bytes, got 20,000,000 or more",
    details: { limit: 10_485_760, got: 20_000_000 },
  },
  too_many_pixels: {
    explanation:
      "The image has too many pixels, in one frame, in total or on a side. An AVIF and each frame of an animation may " +
      "have half as many as another image. Scale it down to `details.limit`.",
    message: "Cannot decode the image: must have at most 25,000,000 pixels in a frame, got 400,000,000",
    details: { limit: 25_000_000, got: 400_000_000 },
  },
  too_many_frames: {
    explanation: "The animation has too many frames. Shorten it to `details.limit` frames.",
    message: "Cannot decode the image: must have at most 200 frames, got 512",
    details: { limit: 200, got: 512 },
  },
  unsupported_format: {
    explanation:
      "The file has a format that cannot be read. Save an image as JPEG or PNG; instead of a page, use the " +
      "URL of the image on it.",
    message: "Cannot read the image: must be PNG, APNG, JPEG, GIF, WebP, BMP or AVIF, got a HEIC image",
  },
  broken_image: {
    explanation: "The image cannot be decoded because its data is damaged. Save it again with another program.",
    message: "Cannot read the image: must be a complete, valid file, but its data is damaged",
  },
  source_rejected: {
    explanation:
      "The server of the image refused it with `details.sourceStatus`. Check the URL, and whether it requires a login.",
    message: "Cannot fetch the image: the source responded with status 404",
    details: { sourceStatus: 404 },
  },
  rate_limited: {
    explanation: "This client has used up its points or, if `details.share` names it, has too much of one kind in " +
      "progress at once. Wait for the number of seconds in `retry-after`.",
    message: "Cannot accept more requests now: try again in 12 s",
    headers: ["retry-after", "ratelimit-policy"],
    details: { limit: 1200, got: 1200 },
  },
  internal_error: {
    explanation: "The service failed. Report the `requestId` to the operator, who can find the cause in the log.",
    message: "Cannot respond because of an error in the service: report this id to the operator",
  },
  source_failed: {
    explanation: "The server of the image or of the v5 releases failed or is unreachable. Check the URL or try later.",
    message: 'Cannot fetch the image: the name "pictures.example" does not resolve',
  },
  overloaded: {
    explanation:
      "Too many images are waiting to be filtered or drawn. Wait for the number of seconds in `retry-after`.",
    message: "Cannot filter the image: the service is overloaded, try again in 2 s",
    headers: ["retry-after"],
  },
  source_timeout: {
    explanation: "The server of the image took too long. Try again, or use a faster server.",
    message: "Cannot fetch the image: the source took longer than 5000 ms",
  },
  filter_timeout: {
    explanation: "Filtering this image took too long. Use a smaller image.",
    message: "Cannot filter the image: the filter took longer than 10000 ms",
    details: { limit: 10_000 },
  },
};

/** Returns the complete body of an error, for examples. */
export function errorExample(code: ErrorCode): Record<string, unknown> {
  const { message, details } = ERROR_DESCRIPTIONS[code];
  return { success: false, status: STATUS_BY_CODE[code], code, message, requestId: "k3x9qa-1f", details };
}
