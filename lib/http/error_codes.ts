/** What the service states about an error code. */
export interface ErrorCodeEntry {
  readonly status: number;
  /** What it means and what the caller can do, for the page and the OpenAPI document. */
  readonly meaning: string;
  /** What such an error looks like, with the limits that the service has by default. */
  readonly example: {
    readonly message: string;
    readonly details?: ErrorDetails;
    /** The headers that only errors of this code have. */
    readonly headers?: readonly ("www-authenticate" | "content-range" | "retry-after" | "ratelimit-policy")[];
  };
}

/** The details of an error, for programs. Each error has one of these shapes. */
export type ErrorDetails =
  | ParameterDetails
  | { readonly value: string; readonly allowed: readonly string[]; readonly suggestion?: string }
  | { readonly suggestion: string }
  | { readonly limit: number; readonly got?: number }
  | { readonly unit: string; readonly limit: number; readonly got?: number }
  | { readonly sourceStatus: number; readonly suggestion?: string }
  | { readonly until: string };

/** A parameter that is missing or invalid, and what is allowed. */
export interface ParameterDetails {
  readonly parameter: string;
  readonly value?: string;
  readonly min?: number;
  readonly max?: number;
  readonly allowed?: readonly string[];
  /** What the caller probably meant. */
  readonly suggestion?: string;
}

/** The stable name of an error, for programs. */
export type ErrorCode = keyof typeof ENTRIES;

const ENTRIES = {
  missing_parameter: {
    status: 400,
    meaning: "A required parameter is missing or empty. `details.parameter` is its name.",
    example: {
      message: 'Cannot read "image": must be present in the query, as in /api/v2/filter/blur?image=/cat/Ada.png, ' +
        "or POST the picture",
      details: { parameter: "image" },
    },
  },
  invalid_parameter: {
    status: 400,
    meaning:
      "A query parameter is out of range, of the wrong type, repeated or misspelt. `details` shows what is allowed.",
    example: {
      message: 'Cannot read "strength": must be a number from 1 to 256, got "900"',
      details: { parameter: "strength", value: "900", min: 1, max: 256 },
    },
  },
  bad_request: {
    status: 400,
    meaning:
      "The URL has a malformed host, a malformed percent-escape or more than 32 query parameters; or the form or " +
      "another body is malformed, incomplete or sent in too small chunks. Encode URLs and forms with the functions " +
      "of your language.",
    example: { message: "Cannot read the URL: its host and percent-escapes must be valid" },
  },
  authentication_required: {
    status: 401,
    meaning: "The operator area requires a valid token. 10 wrong tokens within 10 minutes lead to a ban.",
    example: {
      message: "Cannot enter the operator area: the token is wrong, and 9 more lead to a ban of 24 hours",
      details: { limit: 10, got: 1 },
      headers: ["www-authenticate"],
    },
  },
  forbidden_address: {
    status: 403,
    meaning:
      "The address of the image is private, reserved or this service's own, or its port is blocked. Use a public " +
      "one.",
    example: {
      message: "Cannot fetch the image: 10.0.0.1 is not a public address",
      details: { parameter: "image" },
    },
  },
  banned: {
    status: 403,
    meaning: "This client is banned. If this is a mistake, contact the operator. `details.until` is when the ban ends.",
    example: {
      message: "Cannot accept your requests: too many failed attempts to enter the operator area",
      details: { until: "2026-11-16T08:00:00.000Z" },
    },
  },
  forbidden_host: {
    status: 403,
    meaning: "A browser can enter the operator area only under the public address of the service. Use that.",
    example: { message: "Cannot enter the operator area: a browser must use the public address of the service" },
  },
  not_found: {
    status: 404,
    meaning: "There is nothing at this path. `/api` lists every path; `details.suggestion` is a similar one.",
    example: { message: "Cannot find this path: /api lists every endpoint" },
  },
  unknown_type: {
    status: 404,
    meaning: "The last segment of the path is not one of the allowed values. `details.allowed` lists them.",
    example: {
      message: 'Cannot find "unicorn": must be one of cat, dog, fox, fish, alpaca, bird',
      details: { value: "unicorn", allowed: ["cat", "dog", "fox", "fish", "alpaca", "bird"] },
    },
  },
  unknown_app: {
    status: 404,
    meaning: "The path names an application that is not served here. `details.allowed` has the name that is.",
    example: {
      message: 'Cannot find the application "other": this service has "app"',
      details: { value: "other", allowed: ["app"] },
    },
  },
  method_not_allowed: {
    status: 405,
    meaning: "The header `allow` lists the methods of this path.",
    example: { message: "Cannot use this method: must be one of GET, HEAD, OPTIONS" },
  },
  request_timeout: {
    status: 408,
    meaning: "Sending the image took too long. Send a smaller one, or use a faster connection.",
    example: {
      message: "Cannot accept the image: sending it took longer than 30000 ms",
      details: { limit: 30_000 },
    },
  },
  precondition_failed: {
    status: 412,
    meaning: "The file does not match `if-match` or `if-unmodified-since`. Send the request without this header.",
    example: { message: "Cannot send this version: the file has changed" },
  },
  payload_too_large: {
    status: 413,
    meaning: "The image that you sent is too large. Send a smaller one. `details.limit` is in bytes.",
    example: {
      message: "Cannot accept the image: must have at most 20,971,520 bytes, got 41,943,040",
      details: { limit: 20_971_520, got: 41_943_040 },
    },
  },
  uri_too_long: {
    status: 414,
    meaning:
      "The URL has more than 61,440 characters, or its path or, except for filters, its query more than 8,192. Send " +
      "the image with POST.",
    example: {
      message: "Cannot read the URL: must have at most 61440 characters, got 62000",
      details: { limit: 61_440, got: 62_000 },
    },
  },
  range_not_satisfiable: {
    status: 416,
    meaning: "The range starts after the end of the file. `details.limit` is the size of the file in bytes.",
    example: {
      message: "Cannot send this range: the file has 1024 bytes",
      details: { limit: 1024 },
      headers: ["content-range"],
    },
  },
  source_too_large: {
    status: 422,
    meaning: "The image file is too large. Use a smaller one. `details.limit` is in bytes.",
    example: {
      message: "Cannot fetch the image: must have at most 20,971,520 bytes, got 41,943,040 or more",
      details: { limit: 20_971_520, got: 41_943_040 },
    },
  },
  too_many_pixels: {
    status: 422,
    meaning:
      "The image has too many pixels, in one frame, in total or on a side. Scale it down. `details.limit` is the " +
      "most.",
    example: {
      message: "Cannot decode the image: must have at most 25,000,000 pixels in a frame, got 400,000,000",
      details: { limit: 25_000_000, got: 400_000_000 },
    },
  },
  too_many_frames: {
    status: 422,
    meaning: "The animation has too many frames. Shorten it. `details.limit` is the most.",
    example: {
      message: "Cannot decode the image: must have at most 1,000 frames, got 2,000",
      details: { limit: 1000, got: 2000 },
    },
  },
  too_expensive: {
    status: 422,
    meaning:
      "The work on this image is more than one request may cause. Use a smaller image, fewer frames or another " +
      "format. `details.unit` is what it exceeds.",
    example: {
      message:
        "Cannot filter the image: must take at most 10,000 ms of processor time, but would take about 20,000; use a " +
        "smaller image or width, fewer frames or filters, or another format: jpeg takes least, webp and avif most",
      details: { unit: "ms", limit: 10_000, got: 20_000 },
    },
  },
  unsupported_format: {
    status: 422,
    meaning:
      "The file has a format that cannot be read. Save an image as JPEG or PNG; instead of a page, use the URL of " +
      "the image on it.",
    example: { message: "Cannot read the image: must be PNG, APNG, JPEG, GIF, WebP, BMP or AVIF, got a HEIC image" },
  },
  broken_image: {
    status: 422,
    meaning: "The image cannot be decoded because its data is damaged. Save it again with another program.",
    example: { message: "Cannot read the image: must be a complete, valid file, but its data is damaged" },
  },
  source_rejected: {
    status: 422,
    meaning:
      "The server of the image refused it, with the status `details.sourceStatus`: check the URL, and whether it " +
      "requires a login. Or a path of this service leads to none of its pictures.",
    example: {
      message: "Cannot fetch the image: the source responded with status 404",
      details: { sourceStatus: 404 },
    },
  },
  rate_limited: {
    status: 429,
    meaning:
      "This client has used up its points, or has too much in progress at once. Wait a moment, then try again. " +
      "`retry-after` is the number of seconds, and `details.unit` is `points` or `slots`.",
    example: {
      message: "Cannot accept more requests now: try again in 1 s",
      details: { unit: "points", limit: 1200, got: 1200 },
      headers: ["retry-after", "ratelimit-policy"],
    },
  },
  internal_error: {
    status: 500,
    meaning: "The service failed. Report the `requestId` to the operator, who can find the cause in the log.",
    example: { message: "Cannot respond because of an error in the service: report this id to the operator" },
  },
  source_failed: {
    status: 502,
    meaning: "The server of the source failed or is unreachable. Check the URL or try later.",
    example: { message: 'Cannot fetch the image: the name "pictures.example" does not resolve' },
  },
  overloaded: {
    status: 503,
    meaning:
      "Too many images are arriving, waiting or being sent. Try again in a moment. `retry-after` is the number of " +
      "seconds.",
    example: {
      message: "Cannot filter the image: the service is overloaded, try again in 2 s",
      headers: ["retry-after"],
    },
  },
  source_timeout: {
    status: 504,
    meaning: "The server of the image took too long. Try again, or use a faster server.",
    example: { message: "Cannot fetch the image: the source took longer than 5000 ms" },
  },
  filter_timeout: {
    status: 504,
    meaning: "Filtering this image took too long. Use a smaller image.",
    example: {
      message: "Cannot filter the image: the filter took longer than 10000 ms",
      details: { limit: 10_000 },
    },
  },
} satisfies Record<string, ErrorCodeEntry>;

/** Every error code, sorted by status. */
export const ERROR_CODES: Readonly<Record<ErrorCode, ErrorCodeEntry>> = ENTRIES;
