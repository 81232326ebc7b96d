import type { Config } from "@/fresh.config.ts";
import { type Endpoint, type Group, GROUPS } from "@/lib/endpoints/endpoint.ts";
import { describeEndpoints } from "@/lib/endpoints/mod.ts";

const INTRODUCTION = `# Pawkit

> A public HTTP service: animals, kaomoji and videos, image filters, block lists and the update API of one
> application. No key is needed, and any origin may call.

Every name has an animal of each kind: \`<img src="/cat/Ada.png">\` shows it, \`/cat/Ada.json\` describes it, and
\`curl /cat/Ada\` draws it in a terminal. Random content is below \`/api/v2/random\`.

Use GET. A response is JSON with \`success\` and \`status\`, unless it is a picture, a page or a file. An error has a
stable \`code\`, a \`message\` and a \`requestId\`; a 429 has \`retry-after\`. Prefer v2 to v1.
`;

/**
 * Renders `/llms.txt`: every endpoint in plain text for language models, in the form of llmstxt.org. Its links are
 * relative without BASE_URL.
 */
export function renderLlmsTxt(config: Config): string {
  const { baseUrl = "" } = config;
  const byGroup = Map.groupBy(describeEndpoints(config), ({ group }) => group);
  const sections = (Object.keys(GROUPS) as Group[]).filter((group) => group !== "operator").map((group) =>
    [`## ${GROUPS[group]}`, "", ...(byGroup.get(group) ?? []).map((each) => describe(each, baseUrl)), ""].join("\n")
  );
  return [INTRODUCTION, ...sections].join("\n");
}

function describe({ path, summary, parameters, example, upload }: Endpoint, origin: string): string {
  const named = parameters.map(({ name, required, allowed, min, max }) => {
    const range = allowed?.join("|") ?? (min === undefined ? "" : `${min} to ${max}`);
    return `\`${name}\`${required ? " (required)" : ""}${range && `: ${range}`}`;
  });
  const method = upload === undefined ? "GET" : "GET, POST";
  return `- [${method} ${path}](${origin}${example}): ${summary}${named.length === 0 ? "" : `. ${named.join("; ")}`}`;
}
