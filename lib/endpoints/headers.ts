/** What one header of an answer tells the caller. */
export interface HeaderDescription {
  readonly summary: string;
  readonly example: string;
}

/** Every header that a caller may want to read. */
export const HEADERS = {
  "cache-control": { summary: "Whether and how long the answer may be kept", example: "no-store" },
  "access-control-allow-origin": { summary: "Pages of any origin may call", example: "*" },
  "x-request-id": { summary: "The id of this request: yours if you sent one, else ours", example: "k3x9qa-1f" },
  ratelimit: {
    summary: "Points left (`r`) and seconds until all are back (`t`)",
    example: '"default";r=1199;t=60',
  },
  "ratelimit-policy": { summary: "Points (`q`) in a window of seconds (`w`)", example: '"default";q=1200;w=60' },
  "retry-after": { summary: "Seconds to wait before the next try", example: "12" },
  "www-authenticate": { summary: "The scheme to authenticate with", example: "Bearer" },
  etag: { summary: "Names this very body; send it back in `if-none-match` to get 304", example: '"5f2b8c1d"' },
  "last-modified": { summary: "When the file last changed", example: "Sun, 15 Nov 2026 08:00:00 GMT" },
  "accept-ranges": { summary: "Parts of the file may be asked for", example: "bytes" },
  "content-range": { summary: "Which bytes these are, and how many there are in all", example: "bytes 0-99/1024" },
  "repr-digest": {
    summary: "SHA-256 of the whole file",
    example: "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:",
  },
  location: { summary: "Where the picture or the video is", example: "/images/animals/cat/1.png" },
  "x-filter": { summary: "The filter as it was applied", example: "blur; strength=5" },
  "x-cache": { summary: "`hit` when the result was kept from an earlier request", example: "miss" },
  "server-timing": {
    summary: "Milliseconds to fetch, decode, filter and encode",
    example: "fetch;dur=12.4, decode;dur=8.1, filter;dur=4.0, encode;dur=9.7",
  },
} as const satisfies Record<string, HeaderDescription>;

/** The name of a header that is described. */
export type HeaderName = keyof typeof HEADERS;
