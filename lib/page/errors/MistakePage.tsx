import { asset, Head } from "fresh/runtime";
import type { JSX } from "preact";
import { ANIMALS } from "@pawkit/animals";
import { describeStatusPicture } from "@/lib/content/error_picture.ts";
import { findOtherAnimal } from "@/lib/endpoints/unknown_path.ts";
import type { ApiError, ErrorCode } from "@/lib/http/errors.ts";
import { decodePercent } from "@/lib/http/request_url.ts";
import { repairAddress, repairAddresses } from "@/lib/page/errors/repaired_address.ts";
import { showName } from "@/lib/page/parts/show_name.ts";
import { Site } from "@/lib/page/layout/Site.tsx";

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
        Nothing exists at this address. <a href="/">The front page</a> lists the endpoints, and{" "}
        <a class="whole" href="/api">/api</a> lists them for programs.
      </p>
    </>
  );
}

/** Links to the animals of the name in a path such as `/hamster/Ada`. */
function OtherKinds({ url }: Pick<MistakePageProps, "url">): JSX.Element {
  const { word, segment = "Ada" } = findOtherAnimal(url.pathname) ?? {};
  const addresses = repairAddresses(url, ANIMALS.map((kind) => `/${kind}/${segment}`));
  const links = ANIMALS.map((kind, index) => <a key={kind} href={addresses[index]}>{kind}</a>);
  const problem = word === undefined ? "Every name has an animal." : `There is no kind “${word}”.`;
  return (
    <p>
      {problem} Meet <bdi>{showName(decodePercent(segment).replace(/\.\w+$/, ""))}</bdi> as a {join(links)}.
    </p>
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
    <p>
      There is no {value.toUpperCase()} of this animal. Try{" "}
      {join(names.map((name, index) => <a key={name} href={addresses[index]}>{name}</a>))}.
    </p>
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

/** Joins links to a list in English: `png, webp or its page`. */
function join(links: readonly JSX.Element[]): readonly (JSX.Element | string)[] {
  return links.flatMap((link, index) => {
    const isLast = index === links.length - 1;
    return index === 0 ? [link] : [isLast ? " or " : ", ", link];
  });
}
