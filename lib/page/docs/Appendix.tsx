import type { JSX, RenderableProps } from "preact";
import type { Config } from "@/fresh.config.ts";
import { POLICY } from "@/lib/endpoints/endpoint.ts";
import { ERROR_CODES } from "@/lib/http/error_codes.ts";
import { type Limit, toLimitId } from "@/lib/page/docs/limits.ts";
import { renderProse } from "@/lib/page/parts/text.tsx";

/** Its sections, for a table of contents. */
export const APPENDIX_SECTIONS = [
  { id: "errors", title: "Error codes" },
  { id: "limits", title: "Limits" },
  { id: "policy", title: "Policy" },
  { id: "privacy", title: "Privacy" },
] as const;

interface AppendixProps extends Pick<Config, "contact"> {
  readonly limits: readonly Limit[];
}

/** What every caller of the service may want to look up: error codes, limits, policy and privacy. */
export function Appendix({ contact, limits }: AppendixProps): JSX.Element {
  return (
    <section class="appendix">
      <Errors />
      <Heading id="limits" />
      <Table columns={["What", "Limit"]}>
        {limits.map(([what, value]) => (
          <tr key={what} id={toLimitId(what)}>
            <th scope="row">{what}</th>
            <td>{renderProse(value)}</td>
          </tr>
        ))}
      </Table>
      <Heading id="policy" />
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
      <Heading id="privacy" />
      <ul class="policy">
        {PRIVACY.map(([title, text]) => (
          <li key={title}>
            <strong>{title}.</strong> {renderProse(text)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What happens to the data of callers. */
export const PRIVACY: readonly (readonly [title: string, text: string])[] = [
  [
    "Logged",
    "Time, method, path, status, duration and size of each request, for 14 days. The query, tokens and the name in " +
    "`/cat/Ada` are never logged. Anyone may read these logs, so they name no client; only the operator's console " +
    "shows addresses.",
  ],
  [
    "Stored",
    "Your address with its points of the last minutes; if it is banned, until the ban ends. A picture that you send is " +
    "forgotten with its response. Results for pictures on the web are cached in memory.",
  ],
  [
    "Sent to others",
    "A filter fetches the URL in `image` under its own name: that server sees this service, not you. There are no " +
    "cookies and no analytics, and the page loads nothing from elsewhere.",
  ],
  [
    "Removed from pictures",
    "A filtered picture has no EXIF data: no place (GPS), camera, date or thumbnail, and no XMP, IPTC or comments " +
    "either. Only its colour profile stays.",
  ],
];

function Errors(): JSX.Element {
  return (
    <>
      <Heading id="errors" />
      <details class="more-rows" id="error-codes">
        <summary>All {Object.keys(ERROR_CODES).length} error codes</summary>
        <Table columns={["Code", "Status", "What it means and what to do"]}>
          {Object.entries(ERROR_CODES).map(([code, { status, meaning }]) => (
            <tr key={code} id={`error-${code}`}>
              <th scope="row">
                <code>{code}</code>
              </th>
              <td>{status}</td>
              <td data-explanation>{renderProse(meaning)}</td>
            </tr>
          ))}
        </Table>
      </details>
    </>
  );
}

function Heading({ id }: { readonly id: typeof APPENDIX_SECTIONS[number]["id"] }): JSX.Element {
  return (
    <h2 id={id}>
      <a href={`#${id}`}>{APPENDIX_SECTIONS.find((section) => section.id === id)!.title}</a>
    </h2>
  );
}

function Table({ columns, children }: RenderableProps<{ columns: readonly string[] }>): JSX.Element {
  return (
    <table>
      <thead>
        <tr>{columns.map((column) => <th key={column} scope="col">{column}</th>)}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
