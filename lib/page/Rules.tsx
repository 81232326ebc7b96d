import type { VNode } from "preact";
import type { Config } from "@/fresh.config.ts";
import { ERROR_STATUS } from "@/lib/http/errors.ts";

/** The rules of the interface: limits, errors, privacy, versions and the policy. */
export function Rules({ config }: { readonly config: Config }): VNode {
  const { rateLimit, contact, repositoryUrl, features } = config;
  return (
    <section id="rules">
      <h2>Rules</h2>
      <dl class="rules">
        <dt>Limits</dt>
        <dd>
          {rateLimit === undefined
            ? "The number of requests is not limited here."
            : `Each client has ${rateLimit} points a minute. A request costs 1 point, a group 1 for each animal, a new drawing 2 more, and a new filter ` +
              "9 more and 2 for each megapixel. Without points you get a 429: wait for the seconds in retry-after."}
        </dd>
        <dt>Errors</dt>
        <dd>
          An error is JSON with <code>success: false</code>, <code>status</code>, <code>code</code>,{" "}
          <code>message</code>, <code>requestId</code> and often{" "}
          <code>details</code>. For a request for a picture, it is an animal that holds a sign;{" "}
          <code>fallback=none</code> gives the JSON instead.
          <details>
            <summary>Every code</summary>
            <ul class="codes">
              {Object.entries(ERROR_STATUS).map(([code, status]) => (
                <li key={code}>
                  <code>{code}</code> {status}
                </li>
              ))}
            </ul>
          </details>
        </dd>
        <dt>Versions</dt>
        <dd>
          The version is part of the path. New programs use v2; v1 has the same content in an older form. Within a major
          version of the service, fields keep their names and a name keeps its animal.
        </dd>
        {features.has("launcher") && (
          <>
            <dt>v5</dt>
            <dd>
              The v5 API belongs to one application: please inform the operator beforehand, with a clear and valid
              reason. Attempts to damage the service through its authenticated endpoints lead to a ban.
            </dd>
          </>
        )}
        <dt>Privacy</dt>
        <dd>
          To keep the service running, the operator monitors it. The log has the time, the route and the status of each
          request, but never the address or the query of its caller. An address is stored only while it is banned. The
          page sets no cookies and loads nothing from elsewhere.
        </dd>
        {(contact ?? repositoryUrl) !== undefined && (
          <>
            <dt>Contact</dt>
            <dd>
              {contact && <a href={contact}>{contact.replace("mailto:", "")}</a>}{" "}
              {repositoryUrl && <a href={repositoryUrl}>Source code</a>}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
