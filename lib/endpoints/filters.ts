import type { Definitions, EndpointDefinition, ParameterTexts } from "@/lib/endpoints/endpoint.ts";
import { IMAGE_PATTERN } from "@/lib/endpoints/patterns.ts";
import { OWN_PARAMETERS, type REQUEST_PARAMETERS } from "@/lib/filters/parameters.ts";
import { MAX_STEPS } from "@/lib/filters/request.ts";
import { describeValues, NUMBER_PATTERN } from "@/lib/parameters/describe_values.ts";
import type { ErrorCode } from "@/lib/http/errors.ts";
import {
  type FilterName,
  FILTERS,
  FORMATS,
  getFilter,
  IMAGE_FORMATS,
  isWritable,
  listFormats,
  WRITABLE_FORMATS,
} from "@pawkit/images";

const PICTURE = "/images/animals/cat/k3v09x2a.png";

const READ_FORMATS = listFormats(FORMATS, "or");
const READ_ONLY_FORMATS = listFormats(FORMATS.filter((format) => !isWritable(format)), "and");

/** What the variable of the path may be, in four short parts. */
const STEPS = [
  "**One filter** is its name: `blur`.",
  "**Its strength** follows a colon, `blur:20`, or is the parameter `strength`.",
  `**Several filters**, up to ${MAX_STEPS}, run in their order: \`greyscale,blur:2\`.`,
  "**Size, format, upload**: `width` and `height` shrink the image, `format` converts it, and POST takes your file.",
].join("\n\n");

const SUMMARIES = FILTERS.map(getFilter).map(({ name, summary }) => `\`${name}\`: ${summary}`).join(". ");

/** What the variable of the path is in each version. */
const FILTER_SUMMARIES = {
  v1: `The filter. ${SUMMARIES}`,
  v2: `A filter, or up to ${MAX_STEPS} with commas between them, each with its value after a colon: ` +
    `\`greyscale,contrast:0.3,blur:2\`. ${SUMMARIES}`,
};

const IMAGE: ParameterTexts[string] = {
  summary: "The image to filter: an `http:` or `https:` URL, a small `data:` URL, or the path of a picture of this " +
    `service, in ${READ_FORMATS}`,
  pattern: IMAGE_PATTERN,
  example: PICTURE,
};

/** What callers read about the parameters that every filter has. */
const COMMON_TEXTS: Readonly<Record<keyof typeof REQUEST_PARAMETERS, ParameterTexts[string]>> = {
  width: describeSide("width", "height"),
  height: describeSide("height", "width"),
  fit: {
    summary:
      "How the image fits into `width` and `height`: `inside` keeps its ratio, `cover` crops it, `fill` distorts it",
  },
  position: { summary: "Which part of the image `fit=cover` keeps" },
  format: {
    summary:
      `The format of the response, otherwise that of the image (PNG for ${READ_ONLY_FORMATS}); \`auto\` is WebP for ` +
      "callers whose `accept` names `image/webp`",
    example: "webp",
  },
  quality: {
    summary: "The quality of a JPEG, otherwise 90, or of a WebP, which is then lossy; other formats ignore it",
    example: 80,
  },
  radius: {
    summary: "The radius of round corners in pixels of the result; `max` makes a circle or a pill. Formats without " +
      "translucency become PNG, even if `format` names them, unless there is a `background`",
    example: 32,
  },
  background: {
    summary:
      "The colour behind transparent pixels and round corners, as RRGGBB or RGB; without it they stay transparent",
    example: "ffffff",
  },
};

function describeSide(side: string, other: string): ParameterTexts[string] {
  const summary = `The ${side} to which the image is reduced before it is filtered; it never becomes larger. Without ` +
    `\`${other}\` it keeps its ratio`;
  return { summary, example: 256 };
}

/** Describes a parameter that several filters have, each with its own values. */
function describeOwn(name: string): ParameterTexts[string] {
  const found = FILTERS.flatMap((filter) => {
    const parameter = getFilter(filter).parameters[name];
    return parameter === undefined ? [] : [{ filter, ...describeValues(parameter) }];
  });
  const summary = [...found.map(({ filter, words }) => `\`${filter}\`: ${words}`), "other filters ignore it"].join(
    "; ",
  );
  const mins = found.flatMap(({ schema }) => schema.min ?? []);
  const maxs = found.flatMap(({ schema }) => schema.max ?? []);
  // The values of some filters are not numbers.
  if (mins.length < found.length) return { summary };
  const min = Math.min(...mins);
  return { summary, type: "number", min, max: Math.max(...maxs), example: Math.max(1, min) };
}

const REQUEST_ERRORS: readonly ErrorCode[] = ["missing_parameter", "invalid_parameter", "unknown_type"];
const SOURCE_ERRORS: readonly ErrorCode[] = ["source_too_large", "source_rejected", "source_failed", "source_timeout"];
const IMAGE_ERRORS: readonly ErrorCode[] = ["too_many_pixels", "too_many_frames", "unsupported_format", "broken_image"];
const WORK_ERRORS: readonly ErrorCode[] = ["too_expensive", "overloaded", "filter_timeout"];

const UPLOAD: NonNullable<EndpointDefinition["upload"]> = {
  title: "Filter an upload",
  summary: "Applies a filter to an image that you send",
  description: "The body is the image, whatever its `content-type`, or a form (`multipart/form-data`) with one file, " +
    "in any field; a form may contain the other parameters, too. Nothing is stored.",
  errors: [...REQUEST_ERRORS, "request_timeout", "payload_too_large", ...IMAGE_ERRORS, ...WORK_ERRORS],
};

/** Describes the filters in both versions. */
export function describeFilters(): Definitions {
  return { filters: [describe("v2", "steps"), describe("v1", "endpoint")] };
}

function describe(version: "v1" | "v2", variable: string): EndpointDefinition {
  return {
    path: `/api/${version}/filter/{${variable}}`,
    title: version === "v1" ? "Any filter (v1)" : "Filter an image",
    summary: `Applies a filter to an image of your choice${version === "v1" ? ", in the older form of v1" : ""}`,
    description: version === "v2" ? STEPS : "`/api/v2/filter/{steps}` returns the same, and applies several filters.",
    pathParameters: {
      [variable]: {
        summary: FILTER_SUMMARIES[version],
        allowed: FILTERS,
        example: "blur",
        ...(version === "v2" && { pattern: toStepsPattern() }),
      },
    },
    queryParameters: {
      image: IMAGE,
      ...Object.fromEntries(OWN_PARAMETERS.map((name) => [name, describeOwn(name)])),
      ...COMMON_TEXTS,
    },
    responses: WRITABLE_FORMATS.map((format) => ({
      type: IMAGE_FORMATS[format].mediaType,
      headers: ["etag", "x-filter", "x-image", "cache-status", "server-timing"] as const,
    })),
    ...(version === "v2" && { upload: UPLOAD }),
    errors: [...REQUEST_ERRORS, "forbidden_address", ...SOURCE_ERRORS, ...IMAGE_ERRORS, ...WORK_ERRORS],
  };
}

/** Returns a regular expression for the filters of v2: one, or several that are separated by commas. */
function toStepsPattern(): string {
  const groups = Map.groupBy(FILTERS, toValuesPattern);
  const step = `(?:${Array.from(groups, ([values, names]) => `(?:${names.join("|")})${values}`).join("|")})`;
  return `^${step}(?:,${step}){0,${MAX_STEPS - 1}}$`;
}

/** Returns a regular expression for what may follow the name of a filter. Alone, it has its values in the query. */
function toValuesPattern(name: FilterName): string {
  const patterns = Object.values(getFilter(name).parameters).map((parameter) => describeValues(parameter).pattern);
  // A filter without parameters ignores a number.
  const [first = NUMBER_PATTERN, ...others] = patterns;
  return `(?::${first}${others.map((pattern) => `(?::${pattern})?`).join("")})?`;
}
