import { FILTERS } from "@pawkit/images";
import { type Endpoint, fieldsOf, GROUPS, variablesOf } from "@/lib/http/endpoint.ts";

/** The most words of a variable that a line names. */
const MAX_WORDS = 12;

/** Two endpoints that share this many parameters have their names only at the first one. */
const MANY = 6;

/** Writes the list of all endpoints as plain text, for terminals and language models. */
export function renderText(origin: string, endpoints: readonly Endpoint[]): string {
  const groups = Object.entries(GROUPS).map(([group, title]) => {
    const lines = endpoints.filter((each) => each.group === group).map((each) => renderLine(each, endpoints));
    return lines.length === 0 ? "" : `\n## ${title}\n${lines.join("\n")}\n`;
  });
  const hasFilters = endpoints.some(({ group }) => group === "filters");
  const filter = `\ncurl -o blurred.png "${origin}/api/v2/filter/blur?image=/cat/Ada.png"`;
  const filters = `\nThe filters are ${FILTERS.map(({ name }) => name).join(", ")}.`;
  return `# Pawkit

> Type a name, meet your animal. No key is needed, and pages of any origin may call.

curl ${origin}/cat/Ada                # Ada's cat, in the terminal
curl ${origin}/cat/Ada+Grace          # the child of two
curl -O ${origin}/cat/Ada.png         # her picture; also .webp, .jpg, .svg, .json and .txt${hasFilters ? filter : ""}

A response is JSON with \`success\` and \`status\`, unless it is a picture, a page or a file. An error has a stable
\`code\`, a \`message\` and a \`requestId\`. Prefer v2 to v1. The guide is ${origin}/docs, and
${origin}/openapi.json has the values of every parameter.${hasFilters ? filters : ""}
${groups.join("")}`;
}

/** Writes `GET /api/v1/kaomoji/{endpoint}  Returns a kaomoji (endpoint: cat, dog; count, seed)`. */
function renderLine(endpoint: Endpoint, endpoints: readonly Endpoint[]): string {
  const { methods = ["GET"], path, summary, example } = endpoint;
  // The application is a setting, and the example contains its name.
  const address = path.replace("{app_name}", example.split("/")[3] ?? "");
  const variables = variablesOf(address).map((name) => [name, fieldsOf(endpoint)[name]?.enum ?? []] as const);
  const words = variables.filter(([, { length }]) => length > 0 && length <= MAX_WORDS);
  const hints = [
    ...words.map(([name, allowed]) => `${name}: ${allowed.join(", ")}`),
    namesOf(endpoint, endpoints).join(", "),
    words.length < variables.length ? `such as ${example}` : "",
  ].filter((hint) => hint !== "").join("; ");
  return `${methods.join(", ")} ${address}  ${summary}${hints && ` (${hints})`}`;
}

/** Names the parameters in the query. Many that an earlier endpoint has, too, are named only there. */
function namesOf(endpoint: Endpoint, endpoints: readonly Endpoint[]): readonly string[] {
  const names = queryOf(endpoint);
  const first = endpoints.find((each) => queryOf(each).filter((name) => names.includes(name)).length >= MANY);
  if (first === undefined || first === endpoint) return names;
  return [...names.filter((name) => !queryOf(first).includes(name)), `the parameters of ${first.path}`];
}

function queryOf(endpoint: Endpoint): readonly string[] {
  return Object.keys(fieldsOf(endpoint)).filter((name) => !variablesOf(endpoint.path).includes(name));
}
