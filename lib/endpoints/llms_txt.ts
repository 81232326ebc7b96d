import type { Config } from "@/fresh.config.ts";
import { PAGE_PARAMETERS } from "@/lib/content/parameters.ts";
import { DOCUMENTS } from "@/lib/endpoints/documents.ts";
import { type Endpoint, type Group, GROUPS } from "@/lib/endpoints/endpoint.ts";
import { describeEndpoints } from "@/lib/endpoints/mod.ts";
import { ABOUT, PITCH } from "@/lib/endpoints/pitch.ts";
import { FILTER_PARAMETERS } from "@/lib/filters/parameters.ts";
import { WORK_POINTS } from "@/lib/access/prices.ts";

function renderIntroduction(baseUrl: string | undefined): string {
  // A model would copy the address of an example.
  const origin = baseUrl ?? "";
  const terminal = baseUrl === undefined ? "curl draws `/cat/Ada`" : `\`curl ${baseUrl}/cat/Ada\` draws it`;
  return `# Pawkit

> ${PITCH} ${ABOUT}

It also serves kaomoji, videos, block lists and the update API of one application. Any origin may call.

Every name has an animal of each kind: \`<img src="${origin}/cat/Ada.png">\` shows it, \`/cat/Ada.json\`
describes it, and ${terminal} in a terminal. \`/cat/Ada+Grace\` is the child of
two, \`/cat/Ada,Grace,dog:Rex.png\` a picture of three. Random content is below \`/api/v2/random\`.

Paths are relative to ${baseUrl ?? "the address of this file"}.

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
    renderGroup(group, byGroup.get(group) ?? [], baseUrl)
  );
  const documents = Object.entries(DOCUMENTS).map(([page, { title }]) => `- [${title}](${baseUrl}/docs/${page})`);
  return [renderIntroduction(config.baseUrl), limit, ...sections, "## Documentation", "", ...documents, ""].join("\n");
}

/** Parameters that most endpoints of a group have, which are described once. */
interface CommonParameters {
  /** What they are called where they are not repeated. */
  readonly title: string;
  readonly names: readonly string[];
}

const COMMON_PARAMETERS: Readonly<Partial<Record<Group, CommonParameters>>> = {
  // The size differs.
  animals: { title: "parameters of drawings", names: Object.keys(PAGE_PARAMETERS).filter((name) => name !== "size") },
  filters: { title: "parameters of filters", names: Object.keys(FILTER_PARAMETERS) },
};

function renderGroup(group: Group, endpoints: readonly Endpoint[], origin: string): string {
  const { title = "", names = [] } = COMMON_PARAMETERS[group] ?? {};
  const described = endpoints.find(({ parameters }) => hasAll(parameters, names))?.parameters ?? [];
  const common = described.filter(({ name }) => names.includes(name)).map((each) => `- ${describeParameter(each)}`);
  const intro = common.length === 0 ? [] : [`The ${title}:`, "", ...common, "", "The endpoints:", ""];
  const entries = endpoints.map((each) => {
    if (names.length === 0 || !hasAll(each.parameters, names)) return describe(each, origin);
    return describe(
      { ...each, parameters: each.parameters.filter(({ name }) => !names.includes(name)) },
      origin,
      title,
    );
  });
  return [`## ${GROUPS[group]}`, "", ...intro, ...entries, ""].join("\n");
}

function hasAll(parameters: Endpoint["parameters"], names: readonly string[]): boolean {
  return names.every((name) => parameters.some((each) => each.name === name));
}

function describeParameter({ name, required, allowed, min, max, summary }: Endpoint["parameters"][number]): string {
  const values = allowed?.join("|") ?? (min === undefined ? summary : `${min} to ${max}`);
  return `\`${name}\`${required ? " (required)" : ""}: ${values}`;
}

function describe({ path, summary, parameters, example, upload }: Endpoint, origin: string, common?: string): string {
  const named = [...parameters.map(describeParameter), ...(common === undefined ? [] : [`the ${common}`])];
  const method = upload === undefined ? "GET" : "GET, POST";
  return `- [${method} ${path}](${origin}${example}): ${summary}${named.length === 0 ? "" : `. ${named.join("; ")}`}`;
}
