import { FILTERS } from "@pawkit/images";
import { type Endpoint, fieldsOf, GROUPS, variablesOf } from "@/lib/http/endpoint.ts";

/** A line names at most this many words of a variable, and at most this many parameters. */
const MAX_NAMES = 12;

/** Writes the list of all endpoints as plain text, for terminals and language models. */
export function renderText(origin: string, endpoints: readonly Endpoint[]): string {
  const groups = Object.entries(GROUPS).map(([group, title]) => {
    const lines = endpoints.filter((each) => each.group === group).map(renderLine);
    return lines.length === 0 ? "" : `\n## ${title}\n${lines.join("\n")}\n`;
  });
  const hasFilters = endpoints.some(({ group }) => group === "filters");
  const filter = `\ncurl -o blurred.png "${origin}/api/v2/filter/blur?image=/cat/Ada.png"`;
  const filters = `\nThe filters are ${FILTERS.map(({ name }) => name).join(", ")}.`;
  return `# Pawkit

> Type a name, meet your animal. No key is needed, and pages of any origin may call.

curl ${origin}/cat/Ada                # Ada's cat, in the terminal
curl ${origin}/cat/Ada+Grace          # the child of Ada and Grace
curl -O ${origin}/cat/Ada.png         # her picture; also .webp, .jpg, .svg, .json and .txt${hasFilters ? filter : ""}

A response is JSON with \`success\` and \`status\`, unless it is a picture, a page or a file. An error has a stable
\`code\`, a \`message\` and a \`requestId\`. Prefer v2 to v1. The guide is ${origin}/docs, and
${origin}/openapi.json has the values of every parameter.${hasFilters ? filters : ""}
${groups.join("")}`;
}

/** Writes `GET /api/v1/kaomoji/{endpoint}  Returns a kaomoji (endpoint: cat, dog; count, seed)`. */
function renderLine(endpoint: Endpoint): string {
  const { methods = ["GET"], path, summary, example } = endpoint;
  // The application is a setting, and the example contains its name.
  const address = path.replace("{app_name}", example.split("/")[3] ?? "");
  const fields = Object.entries(fieldsOf(endpoint));
  const inPath = fields.filter(([name]) => variablesOf(address).includes(name));
  const words = inPath.flatMap(([name, { enum: allowed = [""] }]) =>
    allowed[0] === "" || allowed.length > MAX_NAMES ? [] : `${name}: ${allowed.join(", ")}`
  );
  const names = fields.map(([name]) => name).filter((name) => !variablesOf(path).includes(name));
  const shown = names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), "…"] : names;
  const hints = [...words, shown.join(", "), words.length < inPath.length ? `such as ${example}` : ""];
  const hint = hints.filter((each) => each !== "").join("; ");
  return `${methods.join(", ")} ${address}  ${summary}${hint && ` (${hint})`}`;
}
