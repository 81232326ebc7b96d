import type { Endpoint, EndpointParameter } from "@/lib/endpoints/endpoint.ts";
import { OWN_PARAMETERS } from "@/lib/filters/parameters.ts";
import { describeValues } from "@/lib/parameters/describe_values.ts";
import { FILTERS, getFilter } from "@pawkit/images";

/** What a part of a path can be: browsers take dots for this folder and the one above. */
const NOT_DOTS = "(?!\\.{1,2}$).*";

/** A field of a card. The script creates it when the card is used: fields are most of the elements of a page. */
export interface CardField {
  readonly type: "number" | "text" | "checkbox";
  readonly allowed?: readonly string[] | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: "any" | undefined;
  readonly maxLength?: number | undefined;
  readonly pattern?: string | undefined;
  readonly required?: boolean | undefined;
  /** What an empty field means. */
  readonly fallback?: string | undefined;
  /** What the field contains at first. */
  readonly value?: string | undefined;
}

/** A parameter of which each filter has its own values. */
export interface FilterField {
  /** In words: `optional · 1 to 256 pixels, default 5`. */
  readonly range: string;
  /** What the filter computes, which explains the value. */
  readonly meaning: string;
  readonly field: CardField;
}

/** Returns the field of a parameter, with the value that it has in the endpoint's example. */
export function toField(endpoint: Endpoint, parameter: EndpointParameter): CardField {
  const { name, allowed, maxLength, required, example } = parameter;
  const query = new URLSearchParams(endpoint.example.split("?")[1]);
  // The example may omit the last variable of the path.
  const segment = endpoint.example.includes(`/${example}`) ? example?.toString() : undefined;
  return {
    ...toFieldType(parameter),
    allowed,
    maxLength,
    pattern: parameter.in === "path" ? NOT_DOTS : undefined,
    required,
    fallback: parameter.fallback?.toString(),
    value: parameter.in === "path" ? segment : query.get(name) ?? undefined,
  };
}

/** Returns the field of a parameter for each filter that has it; `undefined` if all filters have the same. */
export function toFilterFields(name: string): Readonly<Record<string, FilterField>> | undefined {
  if (!OWN_PARAMETERS.includes(name)) return undefined;
  return Object.fromEntries(
    FILTERS.map(getFilter).flatMap(({ name: filter, summary, parameters }) => {
      const parameter = parameters[name];
      if (parameter === undefined) return [];
      const { words, schema } = describeValues(parameter);
      const required = parameter.fallback === undefined && !parameter.isOptional;
      const field: CardField = {
        ...toFieldType(schema),
        allowed: schema.allowed,
        pattern: schema.pattern,
        required,
        fallback: parameter.fallback?.toString(),
        value: parameter.example?.toString(),
      };
      const range = `${required ? "required" : "optional"} · ${words}`;
      return [[filter, { range, meaning: `${filter}: ${summary.replaceAll("`", "")}`, field }]];
    }),
  );
}

type FieldType = Pick<CardField, "type" | "min" | "max" | "step">;

/** Returns the type of a field, and its range. A number that may also be a word is a text in a form. */
function toFieldType({ type, min, max, word }: Pick<EndpointParameter, "type" | "min" | "max" | "word">): FieldType {
  if (type === "boolean") return { type: "checkbox" };
  if (type === "string" || word !== undefined) return { type: "text" };
  return { type: "number", min, max, step: type === "number" ? "any" : undefined };
}
