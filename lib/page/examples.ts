import type { Endpoint } from "@/lib/endpoints/endpoint.ts";

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

/** Returns the curl options for an endpoint: images are saved to a file, and the operator area needs a token. */
export function toCurlOptions({ responses, errors }: Endpoint): string {
  if (errors.includes("authentication_required")) return "-H 'authorization: Bearer <token>' ";
  const [type, subtype = ""] = (responses[0]?.type ?? "").split("/");
  return type === "image" ? `-o picture.${subtype.replace(/\+.*/, "")} ` : "";
}
