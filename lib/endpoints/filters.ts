import { defineEndpoint, type Endpoint, type ParameterMap } from "@/lib/endpoints/endpoint.ts";
import { describeStrength } from "@/lib/images/filters/filter.ts";
import { FILTERS, getFilter, STRENGTHS } from "@/lib/images/filters/mod.ts";
import { FORMATS } from "@/lib/images/format.ts";

const PICTURE = "/images/animals/cat/k3v09x2a.png";

const DESCRIPTION =
  "Reads PNG, APNG, JPEG, GIF, WebP, BMP and AVIF; other formats, such as HEIC, are rejected by name. The response is " +
  "the image itself in its original format (BMP and AVIF become PNG). Its width, height, transparency, animation and " +
  "colour profile are preserved. An image that ends early is returned as far as it goes, with `x-image: truncated`. " +
  "v1 and v2 return the same response. An uncached result costs 10 points, plus 1 for each started megapixel (all " +
  "frames) beyond 2.";

const RANGES = Object.values(STRENGTHS);

const FILTER_SUMMARY = [
  "The filter",
  ...FILTERS.map(getFilter).map(({ name, summary }) => `\`${name}\`: ${summary}`),
].join(". ");

const QUERY_PARAMETERS: ParameterMap = {
  image: {
    summary: "The image to filter: an `http:` or `https:` URL, a small `data:` URL, or a path of this service",
    type: "string",
    required: true,
    example: PICTURE,
  },
  strength: {
    summary: [
      ...Object.entries(STRENGTHS).map(([filter, range]) => `\`${filter}\`: ${describeStrength(range)}`),
      "other filters ignore it",
    ].join("; "),
    type: "number",
    min: Math.min(...RANGES.map(({ min }) => min)),
    max: Math.max(...RANGES.map(({ max }) => max)),
    example: 1,
  },
  format: {
    summary: "The format of the response, if it should differ from that of the image",
    type: "string",
    allowed: FORMATS,
    example: "webp",
  },
};

const UPLOAD: NonNullable<Endpoint["upload"]> = {
  summary: "Applies a filter to an image that you send",
  description:
    "The body is the image, whatever its `content-type`, or a form (`multipart/form-data`) with the file in " +
    "the field `image`; a form may contain `strength` and `format`, too. Nothing is stored.",
  errors: [
    "missing_parameter",
    "invalid_parameter",
    "unknown_type",
    "request_timeout",
    "payload_too_large",
    "too_many_pixels",
    "too_many_frames",
    "unsupported_format",
    "broken_image",
    "overloaded",
    "filter_timeout",
  ],
};

/** The filters in both versions. */
export const FILTER_ENDPOINTS: readonly Endpoint[] = [describe("v1", "endpoint"), describe("v2", "type")];

function describe(version: "v1" | "v2", variable: string): Endpoint {
  return defineEndpoint({
    id: `${version}-filter`,
    group: "filters",
    path: `/api/${version}/filter/{${variable}}`,
    summary: `Applies a filter to an image of your choice${version === "v1" ? ", as in version 1" : ""}`,
    description: DESCRIPTION,
    pathParameters: { [variable]: { summary: FILTER_SUMMARY, type: "string", allowed: FILTERS, example: "blur" } },
    queryParameters: QUERY_PARAMETERS,
    responses: FORMATS.map((format) => ({
      type: `image/${format}`,
      headers: ["etag", "x-filter", "x-image", "x-cache", "server-timing"] as const,
    })),
    ...(version === "v2" && { upload: UPLOAD }),
    errors: [
      "missing_parameter",
      "invalid_parameter",
      "forbidden_address",
      "unknown_type",
      "source_too_large",
      "too_many_pixels",
      "too_many_frames",
      "unsupported_format",
      "broken_image",
      "source_rejected",
      "source_failed",
      "overloaded",
      "source_timeout",
      "filter_timeout",
    ],
    example: `/api/${version}/filter/blur?image=${PICTURE}`,
  });
}
