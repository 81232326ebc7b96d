import type { Endpoint, Parameter } from "@/lib/endpoints/endpoint.ts";
import { FILTERS } from "@/lib/images/filter_name.ts";
import { FORMATS } from "@/lib/images/format.ts";

const DESCRIPTION =
  "The answer is the picture itself, in the format it came in (BMP as PNG), with the same width and height, its transparency and " +
  "its frames. `blur` takes a radius from 1 to 256 pixels (5 unless given), `contrast` a strength from -1 to 1 (0.1); " +
  "the other filters take none and ignore it. Version 1 and version 2 answer alike.";

const QUERY: readonly Parameter[] = [
  {
    name: "image",
    in: "query",
    summary: "Address of the picture: `https:`, `http:`, a small `data:` address, or a path of this service",
    type: "string",
    required: true,
    example: "/images/animals/cat/k3v09x2a.png",
  },
  {
    name: "strength",
    in: "query",
    summary: "`blur`: 1 to 256, by default 5; `contrast`: -1 to 1, by default 0.1",
    type: "number",
    min: -1,
    max: 256,
    example: 1,
  },
  {
    name: "format",
    in: "query",
    summary: "Format of the answer, if another than the picture's",
    type: "string",
    allowed: FORMATS,
    example: "webp",
  },
];

/** The filters in both versions. */
export const FILTER_ENDPOINTS: readonly Endpoint[] = [
  describe("v1", "endpoint"),
  describe("v2", "type"),
];

function describe(version: "v1" | "v2", variable: string): Endpoint {
  return {
    id: `${version}-filter`,
    group: "filters",
    version,
    path: `/api/${version}/filter/{${variable}}`,
    summary: "A picture of your choice, filtered",
    description: DESCRIPTION,
    parameters: [
      { name: variable, in: "path", summary: "Which filter", type: "string", allowed: FILTERS, example: "blur" },
      ...QUERY,
    ],
    answers: FORMATS.map((format) => ({
      type: `image/${format}`,
      headers: ["etag", "x-filter", "x-cache", "server-timing"] as const,
    })),
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
    example: `/api/${version}/filter/blur?image=/images/animals/cat/k3v09x2a.png`,
  };
}
