// deno-lint-ignore-file camelcase -- error codes are part of the interface
import type { HeaderName } from "@/lib/endpoints/headers.ts";
import type { ErrorCode, ErrorDetails } from "@/lib/http/errors.ts";

/** What an error looks like. Its status follows from its code, and each request has another id. */
export interface ErrorExample {
  readonly message: string;
  readonly details?: ErrorDetails;
  /** The headers that only errors of this kind have. */
  readonly headers?: readonly HeaderName[];
}

/** An example of each error, with the limits that the service has by default. */
export const ERROR_EXAMPLES: Readonly<Record<ErrorCode, ErrorExample>> = {
  missing_parameter: {
    message: 'Cannot read "image": must be present in the query',
    details: { parameter: "image" },
  },
  invalid_parameter: {
    message: 'Cannot read "strength": must be a number from 1 to 256, got "900"',
    details: { parameter: "strength", value: "900", min: 1, max: 256 },
  },
  bad_request: { message: "Cannot read the URL: its host and percent-escapes must be valid" },
  authentication_required: {
    message: "Cannot enter the operator area: the token is wrong, and 9 more lead to a ban of 24 hours",
    details: { limit: 10, got: 1 },
    headers: ["www-authenticate"],
  },
  forbidden_address: {
    message: "Cannot fetch the image: 10.0.0.1 is not a public address",
    details: { parameter: "image" },
  },
  banned: {
    message: "Cannot accept your requests: too many failed attempts to enter the operator area",
    details: { until: "2026-11-16T08:00:00.000Z" },
  },
  forbidden_host: {
    message: "Cannot enter the operator area: a browser must use the public address of the service",
  },
  not_found: { message: "Cannot find this path: /api lists every endpoint" },
  unknown_type: {
    message: 'Cannot find "unicorn": must be one of cat, dog, fox, fish, alpaca, bird',
    details: { value: "unicorn", allowed: ["cat", "dog", "fox", "fish", "alpaca", "bird"] },
  },
  unknown_app: {
    message: 'Cannot find the application "other": this service has "app"',
    details: { value: "other", allowed: ["app"] },
  },
  method_not_allowed: { message: "Cannot use this method: must be one of GET, HEAD, OPTIONS" },
  request_timeout: {
    message: "Cannot accept the image: sending it took longer than 30000 ms",
    details: { limit: 30_000 },
  },
  precondition_failed: { message: "Cannot send this version: the file has changed" },
  payload_too_large: {
    message: "Cannot accept the image: must have at most 20,971,520 bytes, got 41,943,040",
    details: { limit: 20_971_520, got: 41_943_040 },
  },
  uri_too_long: {
    message: "Cannot read the URL: must have at most 61440 characters, got 62000",
    details: { limit: 61_440, got: 62_000 },
  },
  range_not_satisfiable: {
    message: "Cannot send this range: the file has 1024 bytes",
    details: { limit: 1024 },
    headers: ["content-range"],
  },
  source_too_large: {
    message: "Cannot fetch the image: must have at most 20,971,520 bytes, got 41,943,040 or more",
    details: { limit: 20_971_520, got: 41_943_040 },
  },
  too_many_pixels: {
    message: "Cannot decode the image: must have at most 25,000,000 pixels in a frame, got 400,000,000",
    details: { limit: 25_000_000, got: 400_000_000 },
  },
  too_many_frames: {
    message: "Cannot decode the image: must have at most 1,000 frames, got 2,000",
    details: { limit: 1000, got: 2000 },
  },
  too_expensive: {
    message: "Cannot filter the image: must take at most 10,000 ms of processor time, but would take about 20,000; " +
      "use a smaller image or width, fewer frames or filters, or another format: jpeg takes least, webp and avif most",
    details: { unit: "ms", limit: 10_000, got: 20_000 },
  },
  unsupported_format: {
    message: "Cannot read the image: must be PNG, APNG, JPEG, GIF, WebP, BMP or AVIF, got a HEIC image",
  },
  broken_image: { message: "Cannot read the image: must be a complete, valid file, but its data is damaged" },
  source_rejected: {
    message: "Cannot fetch the image: the source responded with status 404",
    details: { sourceStatus: 404 },
  },
  rate_limited: {
    message: "Cannot accept more requests now: try again in 12 s",
    details: { limit: 1200, got: 1200 },
    headers: ["retry-after", "ratelimit-policy"],
  },
  internal_error: {
    message: "Cannot respond because of an error in the service: report this id to the operator",
  },
  source_failed: { message: 'Cannot fetch the image: the name "pictures.example" does not resolve' },
  overloaded: {
    message: "Cannot filter the image: the service is overloaded, try again in 2 s",
    headers: ["retry-after"],
  },
  source_timeout: { message: "Cannot fetch the image: the source took longer than 5000 ms" },
  filter_timeout: {
    message: "Cannot filter the image: the filter took longer than 10000 ms",
    details: { limit: 10_000 },
  },
};
