import type {
  Endpoint,
  EndpointDefinition,
  EndpointParameter,
  Group,
  ParameterTexts,
} from "@/lib/endpoints/endpoint.ts";
import { findPath, type Path } from "@/lib/endpoints/paths.ts";
import { describeValues } from "@/lib/parameters/describe_values.ts";
import type { Parameters } from "@/lib/parameters/parameter.ts";

/**
 * Creates an endpoint from its texts and from {@linkcode PATHS}. By default, its id consists of the fixed segments of
 * its path, and it has no own errors.
 *
 * @throws {Error} if the path is unknown, or if its parameters and their texts are not the same.
 */
export function defineEndpoint(group: Group, definition: EndpointDefinition): Endpoint {
  const { pathParameters = {}, queryParameters = {}, parameters: own, ...rest } = definition;
  const { methods = [], parameters: query = {}, access }: Path = own === undefined
    ? findPath(rest.path)
    : { parameters: own };
  const parameters = [...describeVariables(pathParameters), ...describeQuery(rest.path, query, queryParameters)];
  const id = rest.path.replace(/^\/(api\/)?|\/\{\w+\}|\.\w+$/g, "").replaceAll("/", "-");
  const version = /^\/api\/(v\d)\//.exec(rest.path)?.[1] as Endpoint["version"];
  const method = methods.includes("DELETE") ? { method: "DELETE" as const } : {};
  const free = access === "unchecked" ? { isFree: true as const } : {};
  const example = rest.example ?? toExample(rest.path, parameters);
  return { id, errors: [], ...rest, ...method, ...free, group, version, parameters, example };
}

/** Returns the variables of a path as parameters. */
export function describeVariables(texts: ParameterTexts): EndpointParameter[] {
  return Object.entries(texts).map(([name, each]) => ({ name, in: "path", type: "string", ...each }));
}

/** Returns the query parameters of a path: their values from its table, the rest from their texts. */
function describeQuery(path: string, parameters: Parameters, texts: ParameterTexts): EndpointParameter[] {
  const names = Object.keys(parameters);
  const missing = names.find((name) => texts[name] === undefined);
  if (missing !== undefined) throw new Error(`Cannot describe "${path}": "${missing}" must have a text`);
  const unknown = Object.keys(texts).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`Cannot describe "${path}": it must have a parameter "${unknown}"`);
  return Object.entries(parameters).map(([name, parameter]) => {
    const { fallback, isOptional, example } = parameter;
    const { schema } = describeValues(parameter);
    const required = fallback === undefined && !isOptional;
    return { name, in: "query", ...schema, fallback, required, example, ...texts[name]! };
  });
}

/** Returns the example request of an endpoint: the path and its required parameters, with their examples. */
export function toExample(path: string, parameters: readonly EndpointParameter[]): string {
  const required = parameters.filter((each) => each.in === "query" && each.required);
  const query = required.map(({ name, example }, index) => `${index === 0 ? "?" : "&"}${name}=${example}`);
  const exampleOf = (name: string) => String(parameters.find((each) => each.name === name)?.example);
  return path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(name)) + query.join("");
}
