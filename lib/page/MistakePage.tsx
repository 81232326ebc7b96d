import { asset, Head } from "fresh/runtime";
import type { JSX } from "preact";
import { ANIMALS } from "@pawkit/animals";
import type { ApiError, ErrorCode } from "@/lib/http/errors.ts";
import { Site } from "@/lib/page/Site.tsx";

/** A curious cat on its way. The service draws a picture for any id. */
const PICTURE = "/images/animals/cat/wheream4.svg";

/** The titles of the errors that have this page, besides that of an unknown path. */
const TITLES: Readonly<Partial<Record<ErrorCode, string>>> = {
  "unknown_type": "Not available in this format",
  "invalid_parameter": "This address does not work",
};

/** Returns whether an error is a mistake in the address of a page that exists. */
export function isMistake({ code }: ApiError): boolean {
  return code in TITLES;
}

interface MistakePageProps {
  readonly error: ApiError;
  /** What the visitor has opened. Its host is not that of the service. */
  readonly url: URL;
}

/** The page of an address with a mistake, which leads to what the visitor may have meant. */
export function MistakePage({ error, url }: MistakePageProps): JSX.Element {
  const { code, status } = error;
  const title = TITLES[code] ?? "Page not found";
  return (
    <Site class="lost">
      <Head>
        <title>{`${title}: Pawkit`}</title>
        <link key="lost" rel="stylesheet" href={asset("/lost.css")} />
      </Head>
      <img src={PICTURE} alt="" width={224} height={224} />
      <p class="note">{status}</p>
      <h1>{title}</h1>
      {code === "not_found" && <NotFound suggestion={suggestionOf(error)} />}
      {code === "unknown_type" && <Formats error={error} url={url} />}
      {code === "invalid_parameter" && <WrongParameter error={error} url={url} />}
    </Site>
  );
}

/** Returns the word or the path that an error suggests. */
export function suggestionOf({ details }: ApiError): string | undefined {
  return details !== undefined && "suggestion" in details ? details.suggestion : undefined;
}

function NotFound({ suggestion }: { readonly suggestion: string | undefined }): JSX.Element {
  return (
    <>
      {suggestion !== undefined && !suggestion.includes("{") && (
        <p>
          Did you mean <a href={suggestion}>{suggestion}</a>?
        </p>
      )}
      <p>
        Nothing exists at this address. <a href="/">The front page</a> lists the endpoints, and{" "}
        <a class="whole" href="/api">/api</a> lists them for programs. The animals are {ANIMALS.join(", ")}, as in{" "}
        <a href="/cat/Ada">/cat/Ada</a>.
      </p>
    </>
  );
}

/** What is wrong, and the same address without it. */
function WrongParameter({ error, url }: MistakePageProps): JSX.Element {
  const { message } = error;
  const address = toMeantAddress(error, url);
  return (
    <p>
      {message}
      {message.endsWith("?") ? "" : "."} Try <a href={address}>{address}</a>; <a href="/">the front page</a>{" "}
      draws the animal of any name.
    </p>
  );
}

/** Returns the address with the suggested name or value of the parameter, or without it. */
function toMeantAddress(error: ApiError, { pathname, searchParams }: URL): string {
  const suggestion = suggestionOf(error);
  if (suggestion?.startsWith("/")) return suggestion;
  const { details } = error;
  // The name of an animal is a part of the path.
  if (details === undefined || !("parameter" in details) || !searchParams.has(details.parameter)) return "/cat/Ada";
  // Only a value is one of those that are allowed.
  const isValue = "allowed" in details;
  const query = new URLSearchParams();
  for (const [name, value] of searchParams) {
    if (name !== details.parameter) query.append(name, value);
    else if (suggestion !== undefined) query.append(isValue ? name : suggestion, isValue ? suggestion : value);
  }
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}

/** Links to the same animal in the formats that exist. */
function Formats({ error: { details }, url: { pathname } }: MistakePageProps): JSX.Element {
  const allowed = details !== undefined && "allowed" in details ? details.allowed ?? [] : [];
  const [, page = pathname, extension = ""] = /^(.+)\.(\w+)\/?$/.exec(pathname) ?? [];
  return (
    <p>
      There is no {extension.toUpperCase()} of this animal. Try {allowed.map((each) => (
        <>
          <a key={each} href={`${page}.${each}`}>{each}</a>,{" "}
        </>
      ))}or <a href={page}>its page</a>.
    </p>
  );
}
