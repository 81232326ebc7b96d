import type { Answer, Endpoint } from "@/lib/endpoints/endpoint.ts";
import { failureExample, FAILURES } from "@/lib/endpoints/errors.ts";
import { type HeaderDescription, type HeaderName, HEADERS } from "@/lib/endpoints/headers.ts";
import { type Json, toJsonSchema } from "@/lib/endpoints/schemas.ts";
import { type ErrorCode, STATUS_BY_CODE } from "@/lib/http/errors.ts";

/** Headers that each answer carries. */
const ALWAYS: readonly HeaderName[] = ["access-control-allow-origin", "cache-control", "ratelimit"];

/** Describes what an endpoint answers when it works, by status. */
export function toSuccesses({ summary, answers, isFree }: Endpoint): Record<string, Json> {
  const always = ALWAYS.filter((name) => !(isFree && name === "ratelimit"));
  const statuses = Map.groupBy(answers, (answer) => answer.status ?? 200);
  const whole = [...statuses].map(([status, each]) => [status, {
    description: each.find((answer) => answer.summary !== undefined)?.summary ?? `${summary}.`,
    headers: toHeaders([...always, ...headersIn(each)]),
    content: Object.fromEntries(each.map((answer) => [answer.type, toContent(answer)])),
  }]);
  return { ...Object.fromEntries(whole), ...toPartial(answers), ...toUnchanged(answers) };
}

/** Refers to the failures of an endpoint by status. */
export function toFailureReferences(codes: readonly ErrorCode[]): Record<string, Json> {
  return Object.fromEntries(
    groupByStatus(codes).map(([status, each]) => [status, { $ref: `${FOLDER}${toName(each)}` }]),
  );
}

/**
 * Describes every failure response that {@linkcode toFailureReferences} refers to, each once: with the codes that it can
 * have and an example of each.
 */
export function toFailureComponents(sets: readonly (readonly ErrorCode[])[]): Record<string, Json> {
  const all = sets.flatMap(groupByStatus);
  return Object.fromEntries(all.map(([status, codes]) => [toName(codes), toFailure(status, codes)]));
}

/** Describes every header that an answer or a failure of these endpoints carries. */
export function toHeaderComponents(endpoints: readonly Endpoint[], codes: readonly ErrorCode[]): Record<string, Json> {
  const answered = endpoints.flatMap(({ answers }) => headersIn(answers));
  const names = new Set([...ALWAYS, "x-request-id" as const, ...answered, ...codes.flatMap(headersOf)]);
  return Object.fromEntries([...names].map((name) => [name, toHeader(HEADERS[name])]));
}

function toPartial(answers: readonly Answer[]): Record<string, Json> {
  const ranged = answers.filter((answer) => answer.headers?.includes("accept-ranges"));
  if (ranged.length === 0) return {};
  const types = [...ranged.map(({ type }) => type), "multipart/byteranges"];
  return {
    206: {
      description: "The bytes that the request's `range` names; several ranges come as `multipart/byteranges`.",
      headers: toHeaders([...ALWAYS, ...headersIn(ranged), "content-range"]),
      content: Object.fromEntries(types.map((type) => [type, { schema: toRawSchema(type) }])),
    },
  };
}

function toUnchanged(answers: readonly Answer[]): Record<string, Json> {
  const tagged = answers.filter((answer) => answer.headers?.includes("etag"));
  if (tagged.length === 0) return {};
  const description = "Unchanged, so without a body: the request's `if-none-match` names this `etag`.";
  return { 304: { description, headers: toHeaders([...ALWAYS, ...headersIn(tagged)]) } };
}

const FOLDER = "#/components/responses/";

function groupByStatus(codes: readonly ErrorCode[]): [number, ErrorCode[]][] {
  return [...Map.groupBy(new Set(codes), (code) => STATUS_BY_CODE[code] as number)];
}

function toName(codes: readonly ErrorCode[]): string {
  return codes.toSorted().join("-or-");
}

function toFailure(status: number, codes: readonly ErrorCode[]): Json {
  const narrowed = { type: "object", properties: { status: { const: status }, code: { enum: codes } } };
  return {
    description: codes.map((code) => FAILURES[code].meaning).join(" "),
    headers: toHeaders([...ALWAYS, "x-request-id", ...codes.flatMap(headersOf)]),
    content: {
      "application/json": {
        schema: { allOf: [{ $ref: "#/components/schemas/Failure" }, narrowed] },
        examples: Object.fromEntries(
          codes.map((code) => [code, { summary: FAILURES[code].meaning, value: failureExample(code) }]),
        ),
      },
    },
  };
}

function headersIn(answers: readonly Answer[]): readonly HeaderName[] {
  return answers.flatMap(({ headers }) => headers ?? []);
}

function headersOf(code: ErrorCode): readonly HeaderName[] {
  return FAILURES[code].headers ?? [];
}

function toHeader({ summary, example }: HeaderDescription): Json {
  return { description: `${summary}.`, schema: { type: "string" }, example };
}

function toContent({ type, schema, example }: Answer): Json {
  return {
    schema: schema === undefined ? toRawSchema(type) : toJsonSchema(schema),
    ...(example === undefined ? {} : { example }),
  };
}

function toRawSchema(type: string): Json {
  if (type === "application/json") return { type: "object" };
  return type.startsWith("text/") ? { type: "string" } : { type: "string", format: "binary" };
}

function toHeaders(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
