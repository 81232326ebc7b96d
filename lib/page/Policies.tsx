import type { JSX } from "preact";
import { ERROR_DESCRIPTIONS } from "@/lib/endpoints/errors.ts";
import { POLICY } from "@/lib/endpoints/endpoint.ts";
import { type ErrorCode, STATUS_BY_CODE } from "@/lib/http/errors.ts";
import type { PageModel } from "@/lib/page/model.ts";
import { Prose } from "@/lib/page/Prose.tsx";

/** What the operator asks of callers, and how to reach them. */
export function Policy({ contact }: Pick<PageModel, "contact">): JSX.Element {
  return (
    <section id="policy" aria-labelledby="policy-title">
      <h2 id="policy-title">
        <a href="#policy">Policy</a>
      </h2>
      <ul class="policy">
        <li>
          <strong>v5.</strong> {POLICY.v5}
        </li>
        <li>
          <strong>Monitoring.</strong> {POLICY.monitoring}
        </li>
        <li>
          <strong>Bans.</strong> {POLICY.ban}
        </li>
      </ul>
      {contact !== undefined && (
        <p>
          Write to the operator: <a href={contact}>{contact.replace(/^mailto:/, "")}</a>
        </p>
      )}
    </section>
  );
}

/** What one call, and one client, may cost. */
export function Limits({ limits }: Pick<PageModel, "limits">): JSX.Element {
  return (
    <section id="limits" aria-labelledby="limits-title">
      <h2 id="limits-title">
        <a href="#limits">Limits</a>
      </h2>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Limit</th>
          </tr>
        </thead>
        <tbody>
          {limits.map(({ what, value }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>
                <Prose text={value} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Every error code, what it means and what to do. */
export function Errors(): JSX.Element {
  return (
    <section id="errors" aria-labelledby="errors-title">
      <h2 id="errors-title">
        <a href="#errors">Errors</a>
      </h2>
      <p>
        Every failure has one form: <code>success: false</code>, the <code>status</code>, a stable <code>code</code>
        {" "}
        for programs, a <code>message</code> for people, the <code>requestId</code> and, where a program can use more,
        {" "}
        <code>details</code>.
      </p>
      <table class="errors">
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Status</th>
            <th scope="col">What it means, and what to do</th>
          </tr>
        </thead>
        <tbody>{(Object.keys(STATUS_BY_CODE) as ErrorCode[]).map((code) => <ErrorRow key={code} code={code} />)}</tbody>
      </table>
    </section>
  );
}

function ErrorRow({ code }: { readonly code: ErrorCode }): JSX.Element {
  return (
    <tr id={`error-${code}`}>
      <th scope="row">
        <code>{code}</code>
      </th>
      <td>{STATUS_BY_CODE[code]}</td>
      <td data-explanation>
        <Prose text={ERROR_DESCRIPTIONS[code].explanation} />
      </td>
    </tr>
  );
}

/** What a version promises. */
export function Versioning(): JSX.Element {
  return (
    <section id="versioning" aria-labelledby="versioning-title">
      <h2 id="versioning-title">
        <a href="#versioning">Versioning</a>
      </h2>
      <ul>
        <li>
          The version is part of the path: <code>/api/v1</code>, <code>/api/v2</code>, <code>/api/v5</code>.
        </li>
        <li>
          v1 and v2 offer the same random content and the same filters under different paths; v2 adds random videos and
          puts the category into <code>info</code>.
        </li>
        <li>v5 belongs to one application.</li>
        <li>Answers may gain fields. Those that are there keep their names and types within a version.</li>
      </ul>
    </section>
  );
}
