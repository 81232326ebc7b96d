import type { Config } from "@/fresh.config.ts";
import { DOCUMENTS } from "@/lib/endpoints/documents.ts";
import { type Endpoint, EXAMPLE_ORIGIN, type Group, GROUPS, ORIGIN_REMARK } from "@/lib/endpoints/endpoint.ts";
import { describeEndpoints } from "@/lib/endpoints/mod.ts";
import { ABOUT, PITCH } from "@/lib/endpoints/pitch.ts";
import { WORK_POINTS } from "@/lib/access/points.ts";

function renderIntroduction(baseUrl: string | undefined): string {
  const origin = baseUrl ?? EXAMPLE_ORIGIN;
  return `# Pawkit

> ${PITCH} ${ABOUT}

It also serves kaomoji, videos, block lists and the update API of one application. Any origin may call.

Every name has an animal of each kind: \`<img src="${origin}/cat/Ada.png">\` shows it, \`/cat/Ada.json\`
describes it, and \`curl ${origin}/cat/Ada\` draws it in a terminal. \`/cat/Ada+Grace\` is the child of
two, \`/cat/Ada,Grace,dog:Rex.png\` a picture of three. Random content is below \`/api/v2/random\`.${
    baseUrl === undefined ? `\n${ORIGIN_REMARK}` : ""
  }

Filters can be chained, each with its strength: \`/api/v2/filter/greyscale,blur:8?image=/cat/Ada.png\`. With POST, the
body is the picture, and there is no \`image\`.

A response is JSON with \`success\` and \`status\`, unless it is a picture, a page or a file. An error has a
stable \`code\`, a \`message\` and a \`requestId\`. Prefer v2 to v1.
`;
}

/**
 * Renders `/llms.txt`: every endpoint in plain text for language models, in the form of llmstxt.org. Its links are
 * relative without BASE_URL.
 */
export function renderLlmsTxt(config: Config): string {
  const { baseUrl = "", rateLimit } = config;
  const limit = rateLimit === undefined
    ? ""
    : `A client has ${rateLimit} points a minute: a request costs 1, a new picture ${1 + WORK_POINTS} or more. ` +
      "After a 429, wait for the seconds in `retry-after`.\n";
  const byGroup = Map.groupBy(describeEndpoints(config), ({ group }) => group);
  const sections = (Object.keys(GROUPS) as Group[]).filter((group) => group !== "operator").map((group) =>
    [`## ${GROUPS[group]}`, "", ...(byGroup.get(group) ?? []).map((each) => describe(each, baseUrl)), ""].join("\n")
  );
  const documents = Object.entries(DOCUMENTS).map(([page, { title }]) => `- [${title}](${baseUrl}/docs/${page})`);
  return [renderIntroduction(config.baseUrl), limit, ...sections, "## Documentation", "", ...documents, ""].join("\n");
}

function describe({ path, summary, parameters, example, upload }: Endpoint, origin: string): string {
  const named = parameters.map(({ name, required, allowed, min, max, summary }) => {
    const values = allowed?.join("|") ?? (min === undefined ? summary : `${min} to ${max}`);
    return `\`${name}\`${required ? " (required)" : ""}: ${values}`;
  });
  const method = upload === undefined ? "GET" : "GET, POST";
  return `- [${method} ${path}](${origin}${example}): ${summary}${named.length === 0 ? "" : `. ${named.join("; ")}`}`;
}
