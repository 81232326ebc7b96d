// deno-lint-ignore-file camelcase -- error codes are part of the interface
import { type ErrorCode, type ErrorDetails, STATUS_BY_CODE } from "@/lib/http/errors.ts";
import { MAX_URL_CHARACTERS } from "@/lib/http/request_checks.ts";
import type { HeaderName } from "@/lib/endpoints/headers.ts";

/** What one error code means and what to do about it. */
export interface FailureDescription {
  readonly meaning: string;
  readonly remedy: string;
  /** A message as it is really answered. */
  readonly message: string;
  readonly details?: ErrorDetails;
  /** Headers the answer carries besides `x-request-id`. */
  readonly headers?: readonly HeaderName[];
}

/** Failures that any endpoint may answer with. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  "bad_request",
  "banned",
  "uri_too_long",
  "rate_limited",
  "internal_error",
];

/** Every error code, explained: the page's table and the examples of the OpenAPI document. */
export const FAILURES: Readonly<Record<ErrorCode, FailureDescription>> = {
  missing_parameter: {
    meaning: "A query parameter that the endpoint needs is not there.",
    remedy: "Add the parameter that `details.parameter` names.",
    message: 'Cannot answer without "image": add it to the query',
    details: { parameter: "image" },
  },
  invalid_parameter: {
    meaning: "A query parameter is outside its range, not of its type, or given twice.",
    remedy: "`details` carries the value and the range or the allowed values.",
    message: 'Cannot read "strength" as it must be a number from 1 to 256: current value is "900"',
    details: { parameter: "strength", value: "900", min: 1, max: 256 },
  },
  bad_request: {
    meaning: "The request itself cannot be read: a broken percent-escape, a bad host, a body.",
    remedy: "Encode the address with your language's URL functions and send no body.",
    message: "Cannot read the address: its host or a percent-escape is broken",
  },
  authentication_required: {
    meaning: "The operator area was asked without a valid token.",
    remedy: "This area is for the operator. Do not guess: repeated attempts lead to a ban.",
    message: "Cannot enter the operator area: its token is required",
    headers: ["www-authenticate"],
  },
  forbidden_address: {
    meaning: "The image lies at a private, loopback, link-local or otherwise reserved address, or at a blocked port.",
    remedy: "Use an address that is reachable from the whole internet.",
    message: "Cannot fetch the image: 10.0.0.1 is not a public address; the operator can allow a host with " +
      "ALLOW_PRIVATE_HOSTS",
    details: { parameter: "image" },
  },
  banned: {
    meaning: "This client is banned.",
    remedy: "`details.until` says how long; write to the operator if it is a mistake.",
    message: "Cannot accept your requests: too many failed attempts to enter the operator area",
    details: { until: "2026-11-16T08:00:00.000Z" },
  },
  not_found: {
    meaning: "Nothing is at this path.",
    remedy: "/api lists every path.",
    message: "Cannot find this path: /api lists every endpoint",
  },
  unknown_type: {
    meaning: "The last part of the path is not one of its allowed values.",
    remedy: "Choose one of `details.allowed`.",
    message: 'Cannot find "horse": choose one of cat, dog, fox, fish, alpaca, bird',
    details: { value: "horse", allowed: ["cat", "dog", "fox", "fish", "alpaca", "bird"] },
  },
  unknown_app: {
    meaning: "The v5 API serves one application, and the path names another.",
    remedy: "Choose the name that `details.allowed` has.",
    message: 'Cannot find the application "other": this service has "app"',
    details: { value: "other", allowed: ["app"] },
  },
  method_not_allowed: {
    meaning: "The service is read-only.",
    remedy: "Use GET or HEAD.",
    message: "Cannot use this method: every endpoint is read with GET",
  },
  precondition_failed: {
    meaning: "`if-match` or `if-unmodified-since` asked for a version of the file that is gone.",
    remedy: "Ask again without the condition.",
    message: "Cannot send this version: the file has changed",
  },
  uri_too_long: {
    meaning: `The address has more than ${MAX_URL_CHARACTERS.toLocaleString("en")} characters.`,
    remedy: "Give a smaller `data:` picture, or its web address.",
    message: `Cannot read an address of more than ${MAX_URL_CHARACTERS} characters`,
    details: { limit: MAX_URL_CHARACTERS, got: MAX_URL_CHARACTERS + 560 },
  },
  range_not_satisfiable: {
    meaning: "`range` begins behind the end of the file.",
    remedy: "`details.limit` is the number of bytes there are.",
    message: "Cannot send this range: the file has 1024 bytes",
    headers: ["content-range"],
    details: { limit: 1024 },
  },
  source_too_large: {
    meaning: "The image's file is larger than the limit.",
    remedy: "Give a smaller file; `details.limit` is in bytes.",
    message: "Cannot fetch the image: must have at most 10485760 bytes, got 20000000 or more",
    details: { limit: 10_485_760, got: 20_000_000 },
  },
  too_many_pixels: {
    meaning: "The image has more pixels than the limit, in one frame or over all of them.",
    remedy: "Scale it down; `details` carries the limit and the count.",
    message: "Cannot decode the image: must have at most 25000000 pixels in a frame, got 400000000",
    details: { limit: 25_000_000, got: 400_000_000 },
  },
  too_many_frames: {
    meaning: "The animation has more frames than the limit.",
    remedy: "Shorten it; `details` carries the limit and the count.",
    message: "Cannot decode the image: must have at most 200 frames, got 512",
    details: { limit: 200, got: 512 },
  },
  unsupported_format: {
    meaning: "The file is not an image that the service reads.",
    remedy: "Give PNG, JPEG, GIF, WebP or BMP.",
    message: "Cannot read the image: must be PNG, JPEG, GIF, WebP or BMP, got an unknown format",
  },
  broken_image: {
    meaning: "The file begins as an image but cannot be decoded.",
    remedy: "Save it again with another program.",
    message: "Cannot read the image: must be a complete, valid file, but its data is damaged",
  },
  source_rejected: {
    meaning: "The server that has the image refused to give it.",
    remedy: "Open the address in a private window: does it need a login? `details.sourceStatus` is its answer.",
    message: "Cannot fetch the image: the source responded with status 404",
    details: { sourceStatus: 404 },
  },
  rate_limited: {
    meaning: "This client has spent its points for now.",
    remedy: "Wait as many seconds as `retry-after` says.",
    message: "Cannot accept more requests now: try again in 12 s",
    headers: ["retry-after", "ratelimit-policy"],
    details: { limit: 1200, got: 1200 },
  },
  internal_error: {
    meaning: "The fault is ours.",
    remedy: "Tell the operator the `requestId`: the log has the rest under it.",
    message: "Cannot answer because of a fault in the service: tell the operator this id",
  },
  source_failed: {
    meaning:
      "The server that has the image, or the releases of v5, could not be reached, failed or redirected too often.",
    remedy: "Check the image's address, then try again later.",
    message: 'Cannot fetch the image: the name "pictures.example" does not resolve',
  },
  overloaded: {
    meaning: "More filters are waiting than the service takes on.",
    remedy: "Wait as many seconds as `retry-after` says.",
    message: "Cannot filter the image: too many are waiting, try again in 2 s",
    headers: ["retry-after"],
  },
  source_timeout: {
    meaning: "The image's server took too long.",
    remedy: "Try again, or put the picture on a faster server.",
    message: "Cannot fetch the image: the source took longer than 5000 ms",
  },
  filter_timeout: {
    meaning: "The filter took too long on this image.",
    remedy: "Give a smaller picture.",
    message: "Cannot filter the image: the filter took longer than 10000 ms",
    details: { limit: 10_000 },
  },
};

/** A failure as it is answered, for examples. */
export function failureExample(code: ErrorCode): Record<string, unknown> {
  const { message, details } = FAILURES[code];
  const body = { success: false, status: STATUS_BY_CODE[code], code, message, requestId: "k3x9qa-1f" };
  return details === undefined ? body : { ...body, details };
}
