import { asset, Head } from "fresh/runtime";
import type { JSX } from "preact";
import { ANIMALS } from "@pawkit/animals";
import { describeStatusPicture } from "@/lib/content/drawings/error_picture.ts";
import { findOtherAnimal } from "@/lib/endpoints/unknown_path.ts";
import type { ApiError, ErrorCode } from "@/lib/http/errors.ts";
import { decodePercent } from "@/lib/http/request_url.ts";
import { repairAddress, repairAddresses } from "@/lib/page/errors/repaired_address.ts";
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

/** Returns the word or the path that an error suggests. */
export function suggestionOf({ details }: ApiError): string | undefined {
  return details !== undefined && "suggestion" in details ? details.suggestion : undefined;
}

function NotFound({ error, url }: MistakePageProps): JSX.Element {
  const suggestion = suggestionOf(error);
  // What is missing of a path is in braces.
  const isComplete = suggestion !== undefined && !suggestion.includes("{");
  return (
    <>
      {isComplete && (
        <p>
          Did you mean <Address address={repairAddress(withPath(url, suggestion))} />?
        </p>
      )}
      {suggestion === undefined && <OtherKinds url={url} />}
      <p>
        Nothing exists at this address. <a href="/">The front page</a> lists the endpoints,{" "}
        <a href="/docs">the documentation</a> explains them, and <a class="whole" href="/api">/api</a>{" "}
        lists them for programs.
      </p>
    </>
  );
}

/** Links to the animals of the name in a path such as `/hamster/Ada`. */
function OtherKinds({ url }: Pick<MistakePageProps, "url">): JSX.Element {
  const { word, segment = "Ada" } = findOtherAnimal(url.pathname) ?? {};
  const addresses = repairAddresses(url, ANIMALS.map((kind) => `/${kind}/${segment}`));
  const problem = word === undefined ? "Every name has an animal." : `There is no kind “${word}”.`;
  return (
    <>
      <p>
        {problem} Meet <bdi>{showName(decodePercent(segment).replace(/\.\w+$/, ""))}</bdi> as another animal:
      </p>
      <Links names={ANIMALS} addresses={addresses} />
    </>
  );
}

/** What is wrong, and the same address without it. */
function WrongParameter({ error: { message }, url }: MistakePageProps): JSX.Element {
  return (
    <p>
      {message}
      {message.endsWith("?") ? "" : "."} Try <Address address={repairAddress(url)} />; <a href="/">the front page</a>
      {" "}
      draws the animal of any name.
    </p>
  );
}

/** Links to the same animal in the formats that exist. */
function Formats({ error: { details }, url }: MistakePageProps): JSX.Element {
  const { allowed = [], value = "" } = details !== undefined && "allowed" in details ? details : {};
  const repaired = new URL(repairAddress(url), url);
  const page = repaired.pathname.replace(/\.\w+$/, "");
  const names = [...allowed, "its page"];
  const addresses = repairAddresses(repaired, [...allowed.map((each) => `${page}.${each}`), page]);
  return (
    <>
      <p>There is no {value.toUpperCase()} of this animal. These exist:</p>
      <Links names={names} addresses={addresses} />
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

function withPath(url: URL, path: string): URL {
  return new URL(path + url.search, url);
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
