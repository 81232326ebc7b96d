import { z } from "zod";
import type { Context } from "@/lib/define.ts";
import {
  ApiError,
  type ErrorCode,
  type ErrorDetails,
  methodNotAllowedError,
  notFoundError,
} from "@/lib/http/errors.ts";
import { decodePercent, queryOf } from "@/lib/http/request_url.ts";
import { respondToOptions } from "@/lib/http/respond.ts";
import { shorten } from "@/lib/util/text.ts";

/** The groups of endpoints, in the order in which the page and the documents show them. */
export const GROUPS = {
  animals: "Animals",
  text: "Texts and videos",
  filters: "Filters",
  service: "Service",
  lists: "Block lists",
  logs: "Logs",
  launcher: "Launcher",
} as const;

/** A group of endpoints. */
export type Group = keyof typeof GROUPS;

/** The only description of an endpoint. The check of its input, the page and all documents are made from it. */
export interface Endpoint<Input extends z.ZodType = z.ZodType> {
  /** The part of the page. Some groups are also features, which FEATURES can switch off. */
  readonly group: Group;
  /** `/api/v2/random/kaomoji/{type}`. The variables in braces are fields of `input`; all others are in the query. */
  readonly path: string;
  /** By default only GET. HEAD works wherever GET works, and OPTIONS always. */
  readonly methods?: readonly ("GET" | "POST" | "DELETE")[];
  readonly summary: string;
  /** What a caller has to know beyond the summary. */
  readonly description?: string;
  /** What may be sent: an object, perhaps with a transform that checks fields that depend on each other. */
  readonly input: Input;
  /** Each media type with the schema of its JSON body, without `success` and `status`, or with a sentence about it. */
  readonly returns: Readonly<Record<string, z.ZodType | string>>;
  /** Whether it may redirect to another address instead. */
  readonly redirects?: boolean;
  /** A request that works. A test sends it and checks the answer with `returns`. */
  readonly example: string;
}

/** Describes an endpoint. */
export function endpoint<Input extends z.ZodType>(definition: Endpoint<Input>): Endpoint<Input> {
  return definition;
}

/** Returns the handler of a route: it checks the method and the input, and passes typed values on. */
export function serve<Input extends z.ZodType>(
  definition: Endpoint<Input>,
  respond: (ctx: Context, input: z.output<Input>) => Response | Promise<Response>,
): (ctx: Context) => Response | Promise<Response> {
  const { group, methods = ["GET"] } = definition;
  const allow = [...methods, "OPTIONS"].join(", ").replace("GET", "GET, HEAD");
  return (ctx) => {
    const { method, services } = ctx.state;
    if (isOff(group, services.config.features)) throw notFoundError();
    if (method === "OPTIONS") return respondToOptions(allow);
    if (!methods.some((each) => each === (method === "HEAD" ? "GET" : method))) throw methodNotAllowedError(allow);
    return respond(ctx, readInput(definition, ctx.params, queryOf(ctx.req.url)));
  };
}

/** Returns whether a group is a feature that the operator has switched off. Animals and the service itself are always on. */
export function isOff(group: Group, features: ReadonlySet<string>): boolean {
  return group !== "animals" && group !== "service" && !features.has(group);
}

/** What a transform of an input can add to an issue. The error then contains it. */
interface IssueParams {
  readonly code?: ErrorCode;
  readonly min?: number;
  readonly max?: number;
  readonly allowed?: readonly (string | number)[];
}

/**
 * Reads and checks the input of a request. An empty value counts as absent. Unknown parameters are ignored, because
 * programs add them to bypass caches.
 *
 * @throws {ApiError} `unknown_type` (404) for a variable of the path, `missing_parameter` or `invalid_parameter` (400).
 */
export function readInput<Input extends z.ZodType>(
  definition: Endpoint<Input>,
  variables: Readonly<Record<string, string>>,
  query: URLSearchParams,
): z.output<Input> {
  const sent: Record<string, string> = {};
  for (const [name, text] of query) if (text !== "") sent[name] ??= text;
  for (const [name, text] of Object.entries(variables)) sent[name] = decodePercent(text);
  const { data, error } = definition.input.safeParse(sent);
  if (error === undefined) return data;
  const issue = error.issues[0]!;
  const parameter = String(issue.path[0]);
  const value = sent[parameter];
  if (value === undefined) {
    const missing = `it is missing; an example is ${definition.example}`;
    const message = `Cannot read "${parameter}": ${issue.code === "custom" ? issue.message : missing}`;
    throw new ApiError("missing_parameter", message, { details: { parameter } });
  }
  const values = fieldsOf(definition)[parameter] ?? {};
  const limits = toLimits(values);
  const { code, ...params }: IssueParams = issue.code === "custom" ? issue.params ?? {} : {};
  const must = issue.code === "custom" ? issue.message : `must be ${describeValues(values)}`;
  const otherwise = variablesOf(definition.path).includes(parameter) ? "unknown_type" : "invalid_parameter";
  throw new ApiError(code ?? otherwise, `Cannot read "${parameter}": ${must}, got "${shorten(value, 80)}"`, {
    details: { parameter, value, ...limits, ...defined(params) },
  });
}

function defined<T extends object>(values: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

/** Returns the names of the variables in a path. */
export function variablesOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}

/** Returns the limits of a value for the details of an error. */
function toLimits(
  { anyOf = [], enum: allowed, minimum: min, maximum, minLength, maxLength, ...rest }: Values,
): ErrorDetails {
  const words = rest.const === undefined ? allowed : [rest.const];
  const own = defined({ allowed: words, min: min ?? minLength, max: maximum ?? maxLength });
  return anyOf.reduce<ErrorDetails>((limits, each) => ({ ...limits, ...toLimits(each) }), own);
}

/** The part of a JSON Schema that pages and messages use. */
export interface Values {
  readonly type?: string;
  /** What the value must be, for a value that the other fields do not describe. */
  readonly title?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly anyOf?: readonly Values[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly description?: string;
  readonly default?: unknown;
}

/** The results of {@linkcode fieldsOf}, cached because converting a schema is slow. */
const fields = new WeakMap<z.ZodType, Readonly<Record<string, Values>>>();

/** Returns the JSON Schema of each field, as a URL contains it. */
export function fieldsOf({ input }: Pick<Endpoint, "input">): Readonly<Record<string, Values>> {
  const shape = input instanceof z.ZodPipe ? input.in as z.ZodType : input;
  const schema = fields.get(input) ?? z.toJSONSchema(shape, { io: "output", unrepresentable: "any" }).properties ?? {};
  fields.set(input, schema as Record<string, Values>);
  return schema as Record<string, Values>;
}

/** Describes what a value must be: `a whole number from 1 to 50`. Messages and the page use the same words. */
export function describeValues({ title, enum: allowed, anyOf, minimum, maximum, maxLength, ...rest }: Values): string {
  if (title !== undefined) return title;
  if (rest.const !== undefined) return rest.const;
  if (anyOf !== undefined) return anyOf.map(describeValues).join(" or ");
  if (allowed !== undefined) return `one of ${allowed.join(", ")}`;
  if (minimum !== undefined) return `a whole number from ${minimum} to ${maximum}`;
  return maxLength === undefined ? "text" : `1 to ${maxLength} characters`;
}

const DECIMAL = /^[+-]?(\d{1,16}\.?\d*|\.\d+)$/;

/** A whole number in a URL. `Number()` alone would accept "", "0x10" and "Infinity". */
export function integer(min: number, max: number): z.ZodType<number, string> {
  return z.string().regex(DECIMAL).transform(Number).pipe(z.int().min(min).max(max));
}

/** A colour in a URL. */
export const colour: z.ZodType<string, string> = z.string().regex(/^[0-9a-f]{6}$/i).toLowerCase()
  .meta({ title: "six hexadecimal digits" });
