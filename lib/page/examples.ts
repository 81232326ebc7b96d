import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { type SnippetRequest, toFileName } from "@/static/snippets.js";

/** Returns the values of the path parameters in the endpoint's example: `{ type: "cat" }`. */
export function parseExample({ path, example }: Endpoint): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const pattern = path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "(.*?)");
  const values = new RegExp(`^${pattern}$`).exec(example.split("?", 1)[0] ?? "") ?? [];
  return Object.fromEntries(names.map((name, index) => [name, values[index + 1] ?? ""]));
}

/** Returns the endpoint's example with other values of some path parameters: `/api/v2/random/animal/dog`. */
export function changeExample(endpoint: Endpoint, changes: Readonly<Record<string, string>>): string {
  const values = { ...parseExample(endpoint), ...changes };
  const query = endpoint.example.slice(endpoint.example.split("?", 1)[0]?.length);
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "") + query;
}

/** Describes the endpoint's example for a snippet. */
export function toSnippetRequest({ responses, errors, example }: Endpoint, origin: string): SnippetRequest {
  const { type = "", example: body } = responses[0] ?? {};
  return {
    url: origin + example,
    returns: type.startsWith("image/") ? "image" : type === "application/json" ? "json" : "text",
    file: toFileName(new URL(example, origin), { type }),
    needsToken: errors.includes("authentication_required"),
    hasMessage: typeof body === "object" && body !== null && "message" in body,
  };
}
