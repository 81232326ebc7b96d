import type { JSX, RenderableProps } from "preact";
import { ERROR_FORM, POLICY, STABILITY } from "@/lib/endpoints/endpoint.ts";
import { ERROR_CODES } from "@/lib/http/error_codes.ts";
import type { PageModel } from "@/lib/page/model.ts";
import { renderProse } from "@/lib/page/text.tsx";

/** The content of the last section: errors, limits, policy, versioning and questions. */
export function Appendix({ contact, limits, origin }: Pick<PageModel, "contact" | "limits" | "origin">): JSX.Element {
  return (
    <>
      <Errors />
      <h3 id="limits">Limits</h3>
      <Table columns={["What", "Limit"]}>
        {limits.map(([what, value]) => (
          <tr key={what} id={`limit-${what.toLowerCase().replaceAll(/\W+/g, "-")}`}>
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
      <h3 id="privacy">Privacy</h3>
      <ul class="policy">
        {PRIVACY.map(([title, text]) => (
          <li key={title}>
            <strong>{title}.</strong> {renderProse(text)}
          </li>
        ))}
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
        <li>{STABILITY}</li>
      </ul>
      <h3 id="questions">Questions</h3>
      {Object.entries(QUESTIONS).map(([id, [question, answer]]) => (
        <details key={id} class="faq" id={`question-${id}`}>
          <summary>{question}</summary>
          <p>{renderProse(answer.replaceAll("…", origin))}</p>
        </details>
      ))}
    </>
  );
}

/** What happens to the data of callers. */
const PRIVACY: readonly (readonly [title: string, text: string])[] = [
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

/** The questions that people ask, by their anchors; … means the address of the service. */
const QUESTIONS: Readonly<Record<string, readonly [question: string, answer: string]>> = {
  cors: [
    "May scripts of any web page call it (CORS)?",
    "Yes. Every response, also an error, has `access-control-allow-origin: *`. There are no API keys and no cookies.",
  ],
  discord: [
    "How do I show an animal in a web page, in Markdown or on Discord?",
    'One URL serves programs and pages: `<img src="…/api/v2/random/animal/cat">` shows the picture, because a browser ' +
    "asks for an image there, and programs get JSON. On Discord paste `…/cat/Ada`; for a bot, choose discord.js above " +
    "any code.",
  ],
  client: [
    "How do I get a typed client (TypeScript, SDK)?",
    "`npx openapi-typescript …/openapi.json -o pawkit.d.ts` writes the types for openapi-fetch. " +
    "Other generators read the same document.",
  ],
  own: [
    "Where is the source code, and can I run my own (self-host, Docker)?",
    "It is free software with a changelog; where the operator has set it, the end of this page links to the repository. " +
    "`npx -y deno@2.9.5 task start` runs it without a build or a database, and a Containerfile is included.",
  ],
  caching: [
    "How long are responses cached?",
    "Random ones not at all, with a `seed` for a day, filter results for as long as their source allows, at most a " +
    "day, or ten minutes if the source says nothing, and the pictures below `/images` for a week.",
  ],
  drawings: [
    "Which licence do the drawings have, and must I name anyone?",
    "Use them for anything, also commercially, without attribution: the service draws them with its own code, which " +
    "is under the MIT licence. Photographs of an operator have an author and a licence of their own: `item.credit`.",
  ],
  java: [
    "Why does Java get an empty 400?",
    "Over plain HTTP its `HttpClient` asks for an upgrade to HTTP/2, which the runtime refuses. Create it with " +
    "`HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)`, or use HTTPS.",
  ],
};

function Errors(): JSX.Element {
  return (
    <>
      <p>{renderProse(ERROR_FORM)}</p>
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
