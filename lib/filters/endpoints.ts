import { type FilterInfo, FILTERS, MAX_PIXELS, MAX_STEPS, WRITABLE_FORMATS } from "@pawkit/images";
import { z } from "zod";
import { OPERATION, toOperation } from "@/lib/filters/request.ts";
import { type Endpoint, endpoint } from "@/lib/http/endpoint.ts";
import { MAX_SOURCE_BYTES } from "@/lib/sources/download.ts";

const NAMES = FILTERS.map(({ name }) => name);

const IMAGE = "A public `http:` or `https:` URL, or a path of this service such as `/cat/Ada.png`";

const LIMITS = "Reads PNG, JPEG, GIF, WebP and AVIF, including animated GIF and WebP, up to " +
  `${MAX_SOURCE_BYTES / 2 ** 20} MiB and ${MAX_PIXELS / 1e6} megapixels. The result has the format of the image, its ` +
  "colour profile and its animation. A PNG, JPEG or GIF that ends early is shown as far as it goes, with `x-image: truncated`.";

const STRENGTHS = `The filters, their strengths and defaults: ${FILTERS.map(describeFilter).join("; ")}.`;

const PICTURES = Object.fromEntries(WRITABLE_FORMATS.map((format) => [`image/${format}`, "The filtered image"]));

export const V2_FILTER = endpoint({
  group: "filters",
  path: "/api/v2/filter/{steps}",
  methods: ["GET", "POST"],
  summary: `Applies up to ${MAX_STEPS} filters to an image`,
  description:
    "`blur` is one filter, `blur:8` is one filter with its strength, and `greyscale,contrast:0.3,blur:2` are three. " +
    `With POST, the image is the body, or the only file of a form. ${STRENGTHS} ${LIMITS}`,
  input: z.object({
    steps: z.string().describe(`Up to ${MAX_STEPS} filters, with commas between them`),
    image: z.string().optional().describe(`${IMAGE}. Required with GET`),
    ...OPERATION,
  }).transform(({ steps, image, ...input }) => ({ image, ...toOperation(steps, input) })),
  returns: PICTURES,
  example: "/api/v2/filter/greyscale,blur:2?image=/cat/Ada.png",
});

export const V1_FILTER = endpoint({
  group: "filters",
  path: "/api/v1/filter/{endpoint}",
  summary: "Applies one filter to an image, in the older form",
  description: `${STRENGTHS} ${LIMITS}`,
  input: z.object({
    endpoint: z.string().refine((name) => name === "grayscale" || NAMES.some((each) => each === name), {
      message: `must be one of ${NAMES.join(", ")}`,
      params: { allowed: NAMES },
    }).describe("One filter"),
    image: z.string().describe(IMAGE),
    ...OPERATION,
  }).transform(({ endpoint, image, ...input }) => ({ image, ...toOperation(endpoint, input) })),
  returns: PICTURES,
  example: "/api/v1/filter/blur?image=/cat/Ada.png",
});

/** The endpoints of filters, in the order of the page. */
export const FILTER_ENDPOINTS: readonly Endpoint[] = [V2_FILTER, V1_FILTER];

function describeFilter({ name, parameter }: FilterInfo): string {
  switch (parameter?.type) {
    case undefined:
      return `\`${name}\``;
    case "number":
      return `\`${name}\` ${parameter.min} to ${parameter.max} (${parameter.default})`;
    case "choice":
      return `\`${name}\` ${parameter.allowed.join(", ")} (${parameter.default})`;
    case "size":
      return `\`${name}\` a size such as \`${parameter.example}\`, or \`width\` and \`height\``;
    case "colours":
      return `\`${name}\` such as \`${parameter.example}\` (required)`;
  }
}
