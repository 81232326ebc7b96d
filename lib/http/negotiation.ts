/** The form of a response that a caller can ask for. */
export type Form = "html" | "json" | "image" | "text";

type Weights = Readonly<Record<Form | "any", number>>;

/** How much of the `accept` header is read. No browser sends a longer one. */
const MAX_ACCEPT_CHARACTERS = 1000;

/** The programs that people use in a terminal. */
const TERMINAL_PROGRAM = /^(?:curl|wget|httpie|xh)\/|PowerShell\//i;

/** Returns the form that a caller prefers, or undefined if all forms are equal to it. */
export function preferredForm(req: Request): Form | undefined {
  const accept = req.headers.get("accept");
  if (req.headers.get("sec-fetch-dest") === "image") return "image";
  if (accept === null || accept === "*/*") return undefined;
  const { html, json, image, text, any } = weigh(accept);
  // A type that is named wins over "anything" of the same weight, because older browsers send both for `<img>`.
  if (html > 0 && html >= Math.max(json, image, text, any)) return "html";
  if (image > Math.max(html, json) && image >= Math.max(text, any)) return "image";
  if (json > html && json >= Math.max(image, text, any)) return "json";
  return text > Math.max(html, json, image, any) ? "text" : undefined;
}

/** Returns whether the caller is a program in a terminal that does not ask for a form other than text. */
export function isTerminal(req: Request): boolean {
  const form = preferredForm(req);
  return (form === undefined || form === "text") && TERMINAL_PROGRAM.test(req.headers.get("user-agent") ?? "");
}

/** Returns the type of image that a caller prefers to all the others, or the first type if it prefers none. */
export function preferredImageType(req: Request, types: readonly [string, ...string[]]): string {
  const weights = new Map(parseAccept(req.headers.get("accept") ?? "*/*"));
  const weighed = types.map((type) => weights.get(type) ?? weights.get("image/*") ?? weights.get("*/*") ?? 0);
  const best = types.filter((_, index) => weighed[index] === Math.max(...weighed));
  return best.length === 1 ? best[0]! : types[0];
}

/** Returns whether a browser shows an SVG if the status of the response is an error. Firefox does not. */
export function showsSvgErrors(req: Request): boolean {
  return !req.headers.get("user-agent")?.includes("Firefox/");
}

function weigh(accept: string): Weights {
  const weights = { html: 0, json: 0, image: 0, text: 0, any: 0 };
  for (const [type, weight] of parseAccept(accept)) {
    const form = formOf(type);
    if (form !== undefined) weights[form] = Math.max(weights[form], weight);
  }
  return weights;
}

/** Returns the types in `accept`, in lower case, each with its weight. */
function parseAccept(accept: string): [type: string, weight: number][] {
  return accept.slice(0, MAX_ACCEPT_CHARACTERS).toLowerCase().split(",").map((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    return [type, quality === undefined ? 1 : Math.min(Number(quality.slice(2)) || 0, 1)];
  });
}

function formOf(type: string): Form | "any" | undefined {
  if (type.startsWith("image/")) return "image";
  if (type === "text/html" || type === "application/xhtml+xml") return "html";
  if (type === "application/json" || type === "application/*" || type.endsWith("+json")) return "json";
  if (type === "text/plain" || type === "text/*") return "text";
  return type === "*/*" ? "any" : undefined;
}
