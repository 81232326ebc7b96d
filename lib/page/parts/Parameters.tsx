import type { JSX, RenderableProps } from "preact";
import type { Endpoint, EndpointParameter } from "@/lib/endpoints/endpoint.ts";
import { toField, toFilterFields } from "@/lib/page/parts/card_fields.ts";
import { renderProse } from "@/lib/page/parts/text.tsx";

interface ParameterProps {
  readonly endpoint: Endpoint;
  readonly parameter: EndpointParameter;
}

/** Whether a parameter is chosen from a row of buttons instead of a field. */
export function isChoice(parameter: EndpointParameter): boolean {
  return parameter.in === "path" && parameter.allowed !== undefined;
}

/** The parameters of an endpoint that are not choices: the meaning and range of each, and a field for its value. */
export function Parameters({ endpoint }: { readonly endpoint: Endpoint }): JSX.Element | null {
  const parameters = endpoint.parameters.filter((parameter) => !isChoice(parameter));
  if (parameters.length === 0) return null;
  return (
    <dl class="parameters">
      {parameters.map((parameter) => <Row key={parameter.name} endpoint={endpoint} parameter={parameter} />)}
    </dl>
  );
}

function Row({ endpoint, parameter }: ParameterProps): JSX.Element {
  const { name, summary } = parameter;
  const fields = endpoint.group === "filters" ? toFilterFields(name) : undefined;
  const choice = String(endpoint.parameters.find(isChoice)?.example);
  const { range = describeRange(parameter), meaning = renderProse(summary) } = fields?.[choice] ?? {};
  const data = fields === undefined
    ? { "data-field": JSON.stringify(toField(endpoint, parameter)) }
    : { "data-choices": JSON.stringify(fields), hidden: fields[choice] === undefined };
  return (
    <div {...data}>
      <dt>
        <label for={`${endpoint.id}-${name}`}>{name}</label> <small>{range}</small>
      </dt>
      <dd>{meaning}</dd>
    </div>
  );
}

/**
 * Fields that the script adds when their part of the page is used. Chrome computes the layout of every field for its
 * autofill, even of those that are not shown: one layout per form, which took longer than all scripts.
 */
export function DeferredFields({ children }: RenderableProps<unknown>): JSX.Element {
  return <template data-fields>{children}</template>;
}

interface ChoicesProps extends ParameterProps {
  /** Where a value leads without the script; by default to the endpoint. */
  readonly toHref?: (value: string) => string;
  /** The value that is chosen first; by default that of the example. */
  readonly current?: string;
}

/** The allowed values as links. The script sends the request and shows the response on the page instead. */
export function Choices({ endpoint, parameter, toHref, current }: ChoicesProps): JSX.Element {
  const { name, allowed = [], example } = parameter;
  return (
    <ul class="choices" aria-label={`Values of ${name}`}>
      {allowed.map((value) => (
        <li key={value}>
          <a
            href={toHref?.(value) ?? changeExample(endpoint, { [name]: value })}
            data-name={name}
            data-value={value}
            aria-current={value === (current ?? String(example)) ? "true" : undefined}
          >
            {value}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Returns the endpoint's example with other values of some path parameters: `/api/v2/random/animal/dog`. */
export function changeExample(endpoint: Endpoint, changes: Readonly<Record<string, string>>): string {
  const { path, parameters, example } = endpoint;
  const examples = Object.fromEntries(parameters.map((each) => [each.name, each.example]));
  const query = example.slice(example.split("?", 1)[0]?.length);
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(changes[name] ?? examples[name])) + query;
}

/** Returns a short form of the constraints: `optional · whole number · 1 to 50`. */
function describeRange(parameter: EndpointParameter): string {
  const { type, allowed, min, max, maxLength, fallback, required } = parameter;
  const parts: string[] = [parameter.in === "path" ? "in the path" : required ? "required" : "optional"];
  if (parameter.in === "query" && allowed !== undefined) parts.push(allowed.join(", "));
  else if (type === "boolean") parts.push("1 or 0");
  else if (type !== "string") parts.push(type === "integer" ? "whole number" : "number");
  if (min !== undefined && max !== undefined) parts.push(`${min} to ${max}`);
  if (maxLength !== undefined) parts.push(`1 to ${maxLength} characters`);
  if (fallback !== undefined && type !== "boolean") parts.push(`default ${fallback}`);
  return parts.join(" · ");
}
