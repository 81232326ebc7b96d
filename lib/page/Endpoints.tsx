import type { VNode } from "preact";
import { toId } from "@/lib/describe/openapi.ts";
import { describeValues, type Endpoint, fieldsOf, GROUPS, variablesOf } from "@/lib/http/endpoint.ts";
import { Prose } from "@/lib/page/Site.tsx";
import { Code } from "@/lib/util/Code.tsx";

/** If an endpoint has more parameters than this, they are folded. */
const MAX_ROWS = 12;

interface EndpointsProps {
  readonly origin: string;
  readonly endpoints: readonly Endpoint[];
}

/** Every endpoint in one list, by groups: a line that opens to its parameters, its answer and a call. */
export function Endpoints({ origin, endpoints }: EndpointsProps): VNode {
  return (
    <section id="endpoints">
      <h2>Every endpoint</h2>
      {Object.entries(GROUPS).map(([group, title]) => {
        const entries = endpoints.filter((each) => each.group === group);
        return entries.length > 0 && (
          <details key={group} id={group} class="group">
            <summary>
              <h3>{title}</h3> <small>{entries.length === 1 ? "1 endpoint" : `${entries.length} endpoints`}</small>
            </summary>
            {entries.map((each) => <Entry key={each.path} endpoint={each} origin={origin} />)}
          </details>
        );
      })}
    </section>
  );
}

function Entry({ endpoint, origin }: { readonly endpoint: Endpoint; readonly origin: string }): VNode {
  const { path, methods = ["GET"], summary, description, returns, example } = endpoint;
  const fields = Object.entries(fieldsOf(endpoint));
  const inPath = variablesOf(path);
  const table = fields.length > 0 && (
    <table>
      {fields.map(([name, { description = "", default: fallback, ...values }]) => (
        <tr key={name}>
          <th scope="row">
            <code>{inPath.includes(name) ? `{${name}}` : name}</code>
          </th>
          <td>
            <Prose text={description} />{" "}
            <small>{describeValues(values)}{fallback !== undefined && `; by default ${fallback}`}</small>
          </td>
        </tr>
      ))}
    </table>
  );
  return (
    <details id={toId(path)} class="endpoint">
      <summary>
        <small>{methods.join(" ")}</small> <code>{path}</code> <span>{summary}</span>
      </summary>
      {description !== undefined && (
        <p>
          <Prose text={description} />
        </p>
      )}
      {fields.length > MAX_ROWS
        ? (
          <details>
            <summary>{fields.length} parameters</summary>
            {table}
          </details>
        )
        : table}
      <p>
        Returns {Object.entries(returns).map(([type, body], index) => (
          <span key={type}>
            {index > 0 && ", "}
            <code>{type}</code>
            {typeof body !== "string" && fieldNames(body)}
          </span>
        ))}.
      </p>
      <Code codes={{ curl: `curl "${origin}${example}"` }} />
      {methods.includes("GET") && (
        <form class="run">
          <input value={example} required aria-label="Address" autocomplete="off" spellcheck={false} />
          <button type="submit" data-run>Run</button> <a class="button quiet" href={example}>Open</a>
        </form>
      )}
      <output />
    </details>
  );
}

/** Returns the names of the fields of a JSON body, as text. */
function fieldNames(body: object): string {
  const names = "shape" in body ? Object.keys(body.shape as object) : [];
  return names.length === 0 ? "" : ` with ${names.join(", ")}`;
}
