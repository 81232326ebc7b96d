import type { Endpoint } from "@/lib/endpoints/endpoint.ts";

/** Yields the values of a path's variables in the endpoint's example: `{ type: "cat" }`. */
export function exampleValues({ path, example }: Endpoint): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const pattern = path.replaceAll(/[.]/g, "\\.").replaceAll(/\{\w+\}/g, "(.*?)");
  const values = new RegExp(`^${pattern}$`).exec(example.split("?", 1)[0] ?? "") ?? [];
  return Object.fromEntries(names.map((name, at) => [name, values[at + 1] ?? ""]));
}

/** Yields the endpoint's example with some variables of its path changed: `/api/v2/random/animal/dog`. */
export function toCall(endpoint: Endpoint, changed: Readonly<Record<string, string>> = {}): string {
  const values = { ...exampleValues(endpoint), ...changed };
  const query = endpoint.example.slice(endpoint.example.split("?", 1)[0]?.length);
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "") + query;
}

/** What stands in a curl before the address, by what is answered: pictures go to a file, the operator brings a token. */
export function curlOptions({ responses, errors }: Endpoint): string {
  if (errors.includes("authentication_required")) return "-H 'authorization: Bearer <token>' ";
  const [type, subtype = ""] = (responses[0]?.type ?? "").split("/");
  return type === "image" ? `-o picture.${subtype.replace(/\+.*/, "")} ` : "";
}

/** Quotes an address for a shell, which would otherwise take `&` and `?` for itself. */
export function quote(address: string): string {
  return /[^\w:/.,@%-]/.test(address) ? `'${address.replaceAll("'", "%27")}'` : address;
}
