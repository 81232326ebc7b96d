import type { JSX, RenderableProps } from "preact";
import { POLICY } from "@/lib/endpoints/endpoint.ts";
import { ERROR_EXPLANATIONS } from "@/lib/endpoints/errors.ts";
import { type ErrorCode, STATUS_BY_CODE } from "@/lib/http/errors.ts";
import type { PageModel } from "@/lib/page/model.ts";
import { renderProse } from "@/lib/page/text.tsx";

/** The content of the last section: errors, limits, policy and versioning. */
export function Appendix({ contact, limits }: Pick<PageModel, "contact" | "limits">): JSX.Element {
  return (
    <>
      <Errors />
      <h3 id="limits">Limits</h3>
      <Table columns={["What", "Limit"]}>
        {limits.map(([what, value]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{renderProse(value)}</td>
          </tr>
        ))}
      </Table>
      <h3 id="policy">Policy</h3>
      <ul class="policy">
        {[["v5", POLICY.v5], ["Monitoring", POLICY.monitoring], ["Bans", POLICY.ban]].map(([title, text]) => (
          <li key={title}>
            <strong>{title}.</strong> {text}
          </li>
        ))}
        {contact !== undefined && (
          <li>
            <strong>Contact.</strong> <a href={contact}>{contact.replace(/^mailto:/, "")}</a>
          </li>
        )}
      </ul>
      <h3 id="versioning">Versions</h3>
      <ul>
        <li>
          The version is part of the path: <code>/api/v1</code>, <code>/api/v2</code>, <code>/api/v5</code>.
        </li>
        <li>
          v1 and v2 offer the same random content and the same filters under different paths; v2 adds random videos and
          puts the category into <code>info</code>.
        </li>
        <li>v5 belongs to one application.</li>
        <li>Responses may gain fields. Existing fields keep their names and types within a version.</li>
      </ul>
    </>
  );
}

const ERROR_FIELDS = "Every error has the same form: `success: false`, the `status`, a stable `code` for programs, a " +
  "`message` for people, the `requestId` and, where a program can use more, `details`.";

const EMPTY_400 =
  "A 400 without a body, over plain HTTP, comes from the runtime: Java's `HttpClient` asks for an upgrade " +
  "to HTTP/2 by default. Create it with `HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)`, or use HTTPS.";

function Errors(): JSX.Element {
  return (
    <>
      <p>{renderProse(ERROR_FIELDS)}</p>
      <details class="more-rows">
        <summary>All {Object.keys(STATUS_BY_CODE).length} error codes</summary>
        <Table class="errors" columns={["Code", "Status", "What it means and what to do"]}>
          {(Object.keys(STATUS_BY_CODE) as ErrorCode[]).map((code) => (
            <tr key={code} id={`error-${code}`}>
              <th scope="row">
                <code>{code}</code>
              </th>
              <td>{STATUS_BY_CODE[code]}</td>
              <td data-explanation>{renderProse(ERROR_EXPLANATIONS[code])}</td>
            </tr>
          ))}
        </Table>
      </details>
      <p>{renderProse(EMPTY_400)}</p>
    </>
  );
}

function Table(props: RenderableProps<{ class?: string; columns: readonly string[] }>): JSX.Element {
  return (
    <table class={props.class}>
      <thead>
        <tr>{props.columns.map((column) => <th key={column} scope="col">{column}</th>)}</tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  );
}
