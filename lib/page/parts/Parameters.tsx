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

/** How many parameters of an endpoint are shown at once. An animal has 24, and most people need the first few. */
const MAX_SHOWN = 6;

/** The parameters of an endpoint that are not choices: the meaning and range of each, and a field for its value. */
export function Parameters({ endpoint }: { readonly endpoint: Endpoint }): JSX.Element | null {
  const parameters = endpoint.parameters.filter((parameter) => !isChoice(parameter));
  if (parameters.length === 0) return null;
  // Two more are not worth a click.
  const count = parameters.length > MAX_SHOWN + 2 ? MAX_SHOWN : parameters.length;
  const others = parameters.slice(count);
  return (
    <>
      <Rows endpoint={endpoint} parameters={parameters.slice(0, count)} />
      {others.length > 0 && (
        <details class="more">
          <summary>
            {others.length} more <small>{others.map(({ name }) => name).join(", ")}</small>
          </summary>
          <Rows endpoint={endpoint} parameters={others} />
        </details>
      )}
    </>
  );
}

interface RowsProps {
  readonly endpoint: Endpoint;
  readonly parameters: readonly EndpointParameter[];
}

function Rows({ endpoint, parameters }: RowsProps): JSX.Element {
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
  const { range = renderRange(parameter), meaning = renderProse(summary) } = fields?.[choice] ?? {};
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

/** Renders a short form of the constraints: `optional · whole number · 1 to 50`. */
function renderRange(parameter: EndpointParameter): JSX.Element {
  const { type, allowed, min, max, word, maxLength, fallback, required } = parameter;
  const parts: string[] = [];
  const isList = parameter.in === "query" && allowed !== undefined;
  if (type === "boolean") parts.push("1 or 0");
  else if (type !== "string" && !isList) parts.push(type === "integer" ? "whole number" : "number");
  const or = word === undefined ? "" : ` or ${word}`;
  if (min !== undefined && max !== undefined) parts.push(`${min} to ${max}${or}`);
  if (maxLength !== undefined) parts.push(`1 to ${maxLength} characters`);
  if (fallback !== undefined && type !== "boolean") parts.push(`default ${fallback}`);
  return (
    <>
      {parameter.in === "path" ? "in the path" : required ? "required" : "optional"}
      {/* A field offers them, so they are read only where there is none. */}
      {isList && <span class="values">· {allowed.join(", ")}</span>}
      {parts.map((part) => ` · ${part}`)}
    </>
  );
}
