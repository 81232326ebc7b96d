import { FILTER_PARAMETERS } from "@/lib/filters/parameters.ts";
import { assertComplete, isChain, parseFilterName, parseOperation } from "@/lib/filters/request.ts";
import { toLocalUrl } from "@/lib/http/request_url.ts";
import { missingParameterError } from "@/lib/parameters/parameter_errors.ts";
import { readParameter } from "@/lib/parameters/query.ts";
import { getFilter } from "@pawkit/images";

/** The image in the example. */
const IMAGE = "/cat/Ada.png";

/** The URL of a request, and its query, which is parsed only once. */
interface ImageRequest {
  readonly url: string;
  readonly query: URLSearchParams;
}

/**
 * Checks that the query of a filter names an image. If it does not, a mistake in the rest is reported first, so that
 * the error can contain the request as it works.
 *
 * @throws {ApiError} `missing_parameter` with a complete request, or another error of the request.
 */
export function assertImage(chain: string, { url, query }: ImageRequest): void {
  if (readParameter(query, "image") !== undefined) return;
  const completed = isChain(chain) ? query : withExamples(chain, query);
  assertComplete(parseOperation(chain, completed));
  const { pathname } = toLocalUrl(url);
  const others = [...completed].filter(([name, value]) => value !== "" && Object.hasOwn(FILTER_PARAMETERS, name));
  const example = [`${pathname}?image=${IMAGE}`, ...others.map((each) => new URLSearchParams([each]))].join("&");
  const upload = pathname.startsWith("/api/v2/") ? ", or POST the picture" : "";
  throw missingParameterError("image", `in the query, as in ${example}${upload}`);
}

/** Returns the query of one filter with examples of what it lacks: the colour of `tint`, the size of `resize`. */
function withExamples(name: string, query: URLSearchParams): URLSearchParams {
  const isSized = ["width", "height"].some((side) => readParameter(query, side) !== undefined);
  const missing = Object.entries(getFilter(parseFilterName(name)).parameters).filter(([each, parameter]) => {
    const isNeeded = parameter.fallback === undefined && !(parameter.isOptional && isSized);
    return isNeeded && readParameter(query, each) === undefined;
  });
  const completed = new URLSearchParams(query);
  for (const [each, { example }] of missing) completed.set(each, String(example));
  return completed;
}
