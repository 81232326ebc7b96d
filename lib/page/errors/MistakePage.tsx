import { asset, Head } from "fresh/runtime";
import type { JSX } from "preact";
import { ANIMALS } from "@pawkit/animals";
import { describeStatusPicture } from "@/lib/content/drawings/error_picture.ts";
import { type Form, toFormAddress } from "@/lib/content/named/form_address.ts";
import { DOCUMENTS } from "@/lib/endpoints/documents.ts";
import { findOtherAnimal, findOtherStatus, isBelowDocs } from "@/lib/endpoints/unknown_path.ts";
import type { ApiError, ErrorCode } from "@/lib/http/errors.ts";
import { decodePercent } from "@/lib/http/request_url.ts";
import { EXAMPLE_NAME, findWorkingAddress, suggestionOf } from "@/lib/page/errors/working_address.ts";
import { showName } from "@/lib/page/parts/show_name.ts";
import { type FooterLinks, Site } from "@/lib/page/layout/Site.tsx";

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
export function MistakePage({ error, url, links }: MistakePageProps & { readonly links: FooterLinks }): JSX.Element {
  const { code, status } = error;
  const title = TITLES[code] ?? "Page not found";
  return (
    <Site class="lost" links={links}>
      <Head>
        <title>{`${title}: Pawkit`}</title>
        <link key="lost" rel="stylesheet" href={asset("/lost.css")} />
      </Head>
      <img src={`/${status}.svg`} alt={describeStatusPicture(status)} width={288} height={288} />
      <h1>{title}</h1>
      {code === "not_found" && <NotFound error={error} url={url} />}
      {code === "unknown_type" && <Formats error={error} url={url} />}
      {code === "invalid_parameter" && <WrongParameter error={error} url={url} />}
    </Site>
  );
}

function NotFound({ error, url }: MistakePageProps): JSX.Element {
  const suggestion = suggestionOf(error);
  // What is missing of a path is in braces.
  const isComplete = suggestion !== undefined && !suggestion.includes("{");
  return (
    <>
      {isComplete && (
        <p>
          Did you mean <Address address={findWorkingAddress(new URL(suggestion + url.search, url))} />?
        </p>
      )}
      {suggestion === undefined && <OtherPages url={url} />}
      <p>
        Nothing exists at this address. <a href="/">The front page</a> lists the endpoints,{" "}
        <a href="/docs">the documentation</a> explains them, and <a class="whole" href="/api">/api</a>{" "}
        lists them for programs.
      </p>
    </>
  );
}

/** Links to what resembles a path: the documents, the statuses or animals. */
function OtherPages({ url }: Pick<MistakePageProps, "url">): JSX.Element {
  if (isBelowDocs(url.pathname)) {
    const names = Object.keys(DOCUMENTS).filter((name) => DOCUMENTS[name]!.audience === "callers");
    return (
      <>
        <p>There is no such document. These exist:</p>
        <Links
          names={names.map((name) => DOCUMENTS[name]!.title)}
          addresses={names.map((name) => `/docs/${name}`)}
        />
      </>
    );
  }
  const status = findOtherStatus(url.pathname);
  if (status === undefined) return <OtherKinds url={url} />;
  return (
    <p>
      {status} is no HTTP status. <a href="/docs/statuses">These are all</a>, each with an animal.
    </p>
  );
}

/** Links to the animals of the name in a path such as `/hamster/Ada`. */
function OtherKinds({ url }: Pick<MistakePageProps, "url">): JSX.Element {
  const { word, segment: named = EXAMPLE_NAME } = findOtherAnimal(url.pathname) ?? {};
  const [, , segment = ""] = findWorkingAddress(new URL(`/cat/${named}`, url)).split("/");
  const problem = word === undefined ? "Every name has an animal." : `There is no kind “${word}”.`;
  return (
    <>
      <p>
        {problem} Meet <bdi>{showName(decodePercent(segment).replace(/\.\w+$/, ""))}</bdi> as another animal:
      </p>
      <Links names={ANIMALS} addresses={ANIMALS.map((kind) => `/${kind}/${segment}`)} />
    </>
  );
}

/** What is wrong, and the same address without it. */
function WrongParameter({ error, url }: MistakePageProps): JSX.Element {
  const { message } = error;
  return (
    <p>
      {message}
      {message.endsWith("?") ? "" : "."} Try <Address address={findWorkingAddress(url, error)} />;{" "}
      <a href="/">the front page</a> draws the animal of any name.
    </p>
  );
}

/** Links to the same animal in the formats that exist. */
function Formats({ error: { details }, url }: MistakePageProps): JSX.Element {
  const { allowed = [], value = "" } = details !== undefined && "allowed" in details ? details : {};
  const page = url.pathname.replace(/\.\w+(?:\/|%20)*$/, "") + url.search;
  const { pathname: path, searchParams } = new URL(findWorkingAddress(new URL(page, url)), url);
  const forms = [...allowed as Form[], "html"] as const;
  return (
    <>
      <p>There is no {value.toUpperCase()} of this animal. These exist:</p>
      <Links
        names={[...allowed, "its page"]}
        addresses={forms.map((form) => toFormAddress({ path, form }, searchParams))}
      />
    </>
  );
}

/** A link to an address of this service, which shows letters of all scripts instead of their escapes. */
function Address({ address }: { readonly address: string }): JSX.Element {
  // Other escapes stay, because they mean something: `%2C` is a comma of a name.
  const text = address.replaceAll(/(?:%[89A-F][0-9A-F])+/gi, decodePercent);
  return (
    <a href={address}>
      <bdi>{showName(text)}</bdi>
    </a>
  );
}

/** Links in a row, each large enough for a thumb. */
function Links(
  { names, addresses }: { readonly names: readonly string[]; readonly addresses: readonly string[] },
): JSX.Element {
  return (
    <ul class="choices">
      {names.map((name, index) => (
        <li key={name}>
          <a href={addresses[index]}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
