import type { JSX } from "preact";
import type { Endpoint, Parameter } from "@/lib/endpoints/endpoint.ts";
import { exampleValues, toCall } from "@/lib/page/calls.ts";
import { Prose } from "@/lib/page/Prose.tsx";

interface ParameterProps {
  readonly endpoint: Endpoint;
  readonly parameter: Parameter;
}

/** Every variable of an endpoint: what it means, what it may be, and a field to try it with. */
export function Parameters({ endpoint }: { readonly endpoint: Endpoint }): JSX.Element | null {
  if (endpoint.parameters.length === 0) return null;
  return (
    <dl class="parameters">
      {endpoint.parameters.map((parameter) => <Row key={parameter.name} endpoint={endpoint} parameter={parameter} />)}
    </dl>
  );
}

function Row({ endpoint, parameter }: ParameterProps): JSX.Element {
  const isChosen = parameter.in === "path" && parameter.allowed !== undefined;
  const isShort = parameter.in === "query" && parameter.required !== true;
  return (
    <div class={isShort ? "with-field" : undefined}>
      <dt>
        {isChosen ? <code>{parameter.name}</code> : (
          <label for={`${endpoint.id}-${parameter.name}`}>
            <code>{parameter.name}</code>
          </label>
        )}
        <small>{describeRange(parameter)}</small>
      </dt>
      <dd>
        <Prose text={parameter.summary} />
      </dd>
      <dd class="field" data-js={isChosen ? undefined : true} hidden={!isChosen}>
        {isChosen
          ? <Choices endpoint={endpoint} parameter={parameter} />
          : <Field endpoint={endpoint} parameter={parameter} />}
      </dd>
    </div>
  );
}

/** The allowed values: links that work as they are, and that the script runs in place. */
export function Choices({ endpoint, parameter: { name, allowed = [] } }: ParameterProps): JSX.Element {
  const chosen = exampleValues(endpoint)[name];
  return (
    <ul class="choices" aria-label={`Values of ${name}`}>
      {allowed.map((value) => (
        <li key={value}>
          <a
            href={toCall(endpoint, { [name]: value })}
            data-name={name}
            data-value={value}
            aria-current={value === chosen ? "true" : undefined}
          >
            {value}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Field({ endpoint, parameter }: ParameterProps): JSX.Element {
  const { name, allowed, type, min, max, maxLength, required } = parameter;
  const id = `${endpoint.id}-${name}`;
  const standard = parameter.default === undefined ? undefined : String(parameter.default);
  if (type === "boolean") return <input type="checkbox" id={id} name={name} value="1" />;
  if (allowed !== undefined) {
    return (
      <select id={id} name={name}>
        <option value="">{standard ?? "not set"}</option>
        {allowed.filter((value) => value !== standard).map((value) => <option key={value}>{value}</option>)}
      </select>
    );
  }
  const isNumber = type !== "string";
  return (
    <input
      id={id}
      name={name}
      type={isNumber ? "number" : "text"}
      step={type === "number" ? "any" : undefined}
      min={min}
      max={max}
      maxlength={maxLength}
      required={required}
      placeholder={standard ?? "not set"}
      value={initialValue(endpoint, parameter)}
      autocomplete="off"
      spellcheck={false}
    />
  );
}

function initialValue(endpoint: Endpoint, { name, in: place }: Parameter): string | undefined {
  const query = new URLSearchParams(endpoint.example.split("?")[1]);
  return place === "path" ? exampleValues(endpoint)[name] : query.get(name) ?? undefined;
}

function describeRange(
  { in: place, type, allowed, min, max, maxLength, default: standard, required }: Parameter,
): string {
  const parts: string[] = [place === "path" ? "in the path" : required ? "required" : "optional"];
  if (place === "query" && allowed !== undefined) parts.push(allowed.join(", "));
  else if (type === "boolean") parts.push("1 or 0");
  else if (type !== "string") parts.push(type === "integer" ? "whole number" : "number");
  if (min !== undefined && max !== undefined) parts.push(`${min} to ${max}`);
  if (maxLength !== undefined) parts.push(`1 to ${maxLength} characters`);
  if (standard !== undefined && type !== "boolean") parts.push(`default ${standard}`);
  return parts.join(" · ");
}
