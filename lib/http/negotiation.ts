import { acceptsEncodings } from "@std/http";
import { readHeaderStart } from "@/lib/http/headers.ts";

/** How much a caller wants each kind of body, from 0 to 1. */
export interface AcceptedBodies {
  readonly html: number;
  readonly json: number;
  readonly image: number;
  readonly text: number;
  /** The weight of the wildcard for all types. */
  readonly any: number;
}

/** The most types that are read. */
const MAX_TYPES = 32;

/** Reads which bodies a caller accepts. Without `accept` it wants none of them in particular. */
export function readAccept(req: Request): AcceptedBodies {
  const weights = { html: 0, json: 0, image: 0, text: 0, any: 0 };
  for (const [type, weight] of parseAccept(req)) {
    const kind = kindOf(type);
    if (kind !== undefined) weights[kind] = Math.max(weights[kind], weight);
  }
  return weights;
}

type WeightedType = readonly [type: string, weight: number];

/** What most programs want: they send nothing, or this. */
const ANYTHING: readonly WeightedType[] = [["*/*", 1]];

/** Returns the types in `accept`, in lower case, each with its weight. */
function parseAccept(req: Request): readonly WeightedType[] {
  const accept = readHeaderStart(req, "accept");
  if (accept === null || accept === "*/*") return ANYTHING;
  return accept.toLowerCase().split(",", MAX_TYPES).map((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    return [type, quality === undefined ? 1 : Math.min(Number(quality.slice(2)) || 0, 1)];
  });
}

function kindOf(type: string): keyof AcceptedBodies | undefined {
  if (type.startsWith("image/")) return "image";
  if (type === "text/html" || type === "application/xhtml+xml") return "html";
  if (type === "application/json" || type === "application/*" || type.endsWith("+json")) return "json";
  if (type === "text/plain" || type === "text/*") return "text";
  return type === "*/*" ? "any" : undefined;
}

/** Returns whether a caller wants a picture, as `<img>` does. */
export function wantsImage(req: Request): boolean {
  return req.headers.get("sec-fetch-dest") === "image" || prefersImage(readAccept(req));
}

/** Returns whether a caller shows an SVG whose status is that of an error. Firefox does not. */
export function showsSvgErrors(req: Request): boolean {
  const [weight = 0] = weighImages(req, ["image/svg+xml"]);
  return weight > 0 && !readHeaderStart(req, "user-agent")?.includes("Firefox/");
}

/** Returns the type of a picture that a caller prefers to all others, or the first one if it prefers none. */
export function preferredImageType(req: Request, types: readonly [string, ...string[]]): string {
  const weights = weighImages(req, types);
  const most = Math.max(...weights);
  const best = types.filter((_, index) => weights[index] === most);
  return best.length === 1 ? best[0]! : types[0];
}

function weighImages(req: Request, types: readonly string[]): number[] {
  const weights = new Map(parseAccept(req));
  return types.map((type) => weights.get(type) ?? weights.get("image/*") ?? weights.get("*/*") ?? 0);
}

/**
 * Returns whether a caller prefers pictures to everything else that the service has, as `<img>` does. A type that is
 * named wins over "anything" of the same weight, because older browsers send both for `<img>`.
 */
export function prefersImage({ html, json, image, text, any }: AcceptedBodies): boolean {
  return image > Math.max(html, json) && image >= Math.max(text, any);
}

/** Returns whether a caller prefers JSON to everything else, as programs do that name it. */
export function prefersJson({ html, json, image, text, any }: AcceptedBodies): boolean {
  return json > html && json >= Math.max(image, text, any);
}

/** Returns whether a caller prefers plain text to everything else. */
export function prefersText({ html, json, image, text, any }: AcceptedBodies): boolean {
  return text > Math.max(html, json, image, any);
}

/** The programs that people use in a terminal. */
const TERMINAL_PROGRAM = /^(?:curl|wget|httpie|xh)\/|PowerShell\//i;

/** Returns whether a program in a terminal asks for nothing in particular, so that text suits it best. */
export function isTerminalRequest(req: Request): boolean {
  const { html, json, image } = readAccept(req);
  const isUnspecific = html === 0 && json === 0 && image === 0;
  return isUnspecific && TERMINAL_PROGRAM.test(readHeaderStart(req, "user-agent") ?? "");
}

/** The encodings of compressed bodies, the best first. */
const ENCODINGS = ["br", "gzip"] as const;

/** The name of an encoding in `content-encoding`. */
export type Encoding = (typeof ENCODINGS)[number];

/**
 * Returns the best encoding that the caller prefers to the plain text. Without `accept-encoding` a request accepts any,
 * but programs that send none mostly expect plain text; an empty one accepts none. With `range` there is no encoding:
 * nobody can decode a piece of a compressed file.
 */
export function chooseEncoding(req: Request, available: readonly Encoding[] = ENCODINGS): Encoding | undefined {
  const accepted = readHeaderStart(req, "accept-encoding");
  if (!accepted || req.headers.has("range")) return undefined;
  const headers = { get: () => accepted };
  // Asked one by one because browsers list gzip first, although Brotli is smaller.
  return available.find((encoding) => acceptsEncodings({ headers }, encoding, "identity") === encoding);
}

/**
 * Returns whether `accept` names this media type itself. A wildcard is not enough: many programs send it whatever they
 * can read.
 */
export function namesMediaType(req: Request, type: string): boolean {
  return parseAccept(req).some(([name, weight]) => name === type && weight > 0);
}
