import { describeValues, type Endpoint, fieldsOf, GROUPS } from "@/lib/http/endpoint.ts";

/** Writes the list of all endpoints as plain text, for terminals and language models. */
export function renderText(origin: string, endpoints: readonly Endpoint[]): string {
  const groups = Object.entries(GROUPS).map(([group, title]) => {
    const entries = endpoints.filter((each) => each.group === group).map((each) => renderEntry(origin, each));
    return entries.length === 0 ? "" : `## ${title}\n\n${entries.join("\n\n")}\n`;
  });
  const hasFilters = endpoints.some(({ group }) => group === "filters");
  const filter = `\ncurl -o blurred.png "${origin}/api/v2/filter/blur?image=/cat/Ada.png"`;
  return `# Pawkit

> Type a name, meet your animal. No key is needed, and pages of any origin may call.

curl ${origin}/cat/Ada                # Ada's cat, in the terminal
curl ${origin}/cat/Ada+Grace          # the child of two
curl -O ${origin}/cat/Ada.png         # her picture${hasFilters ? filter : ""}

A response is JSON with \`success\` and \`status\`, unless it is a picture, a page or a file. An error has a stable
\`code\`, a \`message\` and a \`requestId\`. Prefer v2 to v1. The guide is ${origin}/docs.

${groups.filter((group) => group !== "").join("\n")}`;
}

function renderEntry(origin: string, endpoint: Endpoint): string {
  const { methods = ["GET"], path, summary, description, example } = endpoint;
  const fields = Object.entries(fieldsOf(endpoint)).map(([name, { description, ...values }]) =>
    `  - ${name}: ${[describeValues(values), description].filter(Boolean).join(". ")}`
  );
  const lines = [`- ${methods.join(", ")} ${path}: ${summary}`, `  ${origin}${example}`];
  return [...lines, ...(description === undefined ? [] : [`  ${description}`]), ...fields].join("\n");
}
