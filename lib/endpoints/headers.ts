/** The response headers that are useful to a caller. */
export const HEADERS = {
  "cache-control": { summary: "Whether and for how long the response may be cached", example: "no-store" },
  "access-control-allow-origin": { summary: "Pages of any origin may call the service", example: "*" },
  "x-request-id": { summary: "The id of this request: the one you sent, or a new one", example: "k3x9qa-1f" },
  ratelimit: {
    summary: "The points left (`r`) and the seconds until the bucket is full (`t`); not in `public` responses",
    example: '"default";r=1199;t=60',
  },
  "ratelimit-policy": { summary: "The points (`q`) per window of seconds (`w`)", example: '"default";q=1200;w=60' },
  "retry-after": { summary: "The seconds to wait before the next request", example: "12" },
  "www-authenticate": { summary: "The authentication scheme", example: "Bearer" },
  etag: { summary: "The version of the body; send it in `if-none-match` to get 304", example: '"5f2b8c1d"' },
  "last-modified": { summary: "When the file was last modified", example: "Sun, 15 Nov 2026 08:00:00 GMT" },
  "accept-ranges": { summary: "Byte ranges of the file can be requested", example: "bytes" },
  "content-range": { summary: "The range of bytes in the body and the size of the file", example: "bytes 0-99/1024" },
  "repr-digest": {
    summary: "The SHA-256 of the whole file",
    example: "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:",
  },
  location: { summary: "The URL of the picture or video", example: "/images/animals/cat/io1dwf90.png" },
  link: {
    summary: "The licence of a photograph of the operator",
    example: '<https://creativecommons.org/licenses/by-sa/4.0/>; rel="license"',
  },
  "x-filter": { summary: "The filters that were applied, with their values", example: "blur; strength=5" },
  "x-image": {
    summary: "`truncated` if the image ended early, so that a part of it or its details are missing",
    example: "truncated",
  },
  "cache-status": {
    summary: "`pawkit; hit` if the result was cached, `pawkit; fwd=stale` if its source was asked again, otherwise " +
      "`pawkit; fwd=miss`; caches in between add their own",
    example: "pawkit; fwd=miss",
  },
  "server-timing": {
    summary:
      "The milliseconds spent on fetching, waiting for a slot and a worker, drawing (a picture of this service), decoding, " +
      "filtering and encoding",
    example: "fetch;dur=12.4, queue;dur=0.2, decode;dur=8.1, filter;dur=4.0, encode;dur=9.7",
  },
} as const;

/** The name of a described header. */
export type HeaderName = keyof typeof HEADERS;
