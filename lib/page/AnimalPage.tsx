import { asset, Head } from "fresh/runtime";
import type { JSX } from "preact";
import { ANIMALS } from "@pawkit/animals";
import { toNamedPath } from "@/lib/content/named_animal.ts";
import { PREVIEW } from "@/lib/content/parameters.ts";
import { Embed } from "@/lib/page/Embed.tsx";
import { CreditLine, Downloads, FAMILY_HINT, NAME_FIELD, PICTURE_SIZES } from "@/lib/page/Hero.tsx";
import type { ShownAnimal } from "@/lib/page/model.ts";
import { MAX_LARGE_CHARACTERS, showName } from "@/lib/page/show_name.ts";
import { Site } from "@/lib/page/Site.tsx";
import { renderFamily } from "@/lib/page/text.tsx";

/** The query of the largest picture. */
const LARGE = `?size=${PICTURE_SIZES.at(-1)}`;

/** What the page of an animal shows. */
interface AnimalPageProps extends ShownAnimal {
  readonly origin: string;
  /** Its parents, if it is the child of two. */
  readonly family?: readonly ShownAnimal[] | undefined;
}

/** The page of an animal, whose address people share. */
export function AnimalPage({ origin, family, ...animal }: AnimalPageProps): JSX.Element {
  const { kind, name, parents, path, thumbnail, isDrawn, alt, credit } = animal;
  const picture = `${toNamedPath(kind, name, parents)}.png${LARGE}`;
  const shown = showName(name);
  return (
    <Site class="animal">
      <AnimalHead {...animal} origin={origin} />
      {path.startsWith("/")
        ? <img src={thumbnail} alt={alt} width={512} height={512} fetchpriority="high" />
        : <a class="button" href={path}>Open the picture</a>}
      <div>
        <h1 dir="auto" class={shown.length > MAX_LARGE_CHARACTERS ? "long" : undefined}>{renderFamily(shown)}</h1>
        <p>is {alt}. {credit && <CreditLine {...credit} />}</p>
        {family && <Family parents={family} />}
        <p class="more">
          <a class="button" href={`/${kind}`}>Another one</a>{" "}
          <button type="button" class="button" data-copy-address data-js hidden>Copy link</button>{" "}
          <button type="button" class="button" data-share-page data-js hidden>Share</button>
        </p>
        <Downloads {...animal} query={LARGE}>
          {isDrawn && (
            <>
              <a href={`${picture}&background=none`} download>Without background</a>{" "}
              <a href={`${picture}&view=face&radius=max`} download>Avatar</a>{" "}
              <a href={`${toNamedPath(kind, name, parents)}.png?size=${PREVIEW.name}`} download>Card</a>
            </>
          )}
        </Downloads>
        <nav class="choices" aria-label="The same name as another animal">
          {ANIMALS.map((each) => (
            <>
              <a key={each} href={toNamedPath(each, name, parents)} aria-current={each === kind ? "page" : undefined}>
                {each}
              </a>
              {" "}
            </>
          ))}
        </nav>
        <Embed url={origin + toNamedPath(kind, name, parents)} alt={alt} />
        <form action={`/${kind}`} autocomplete="off">
          <label for="seed">And who is your {kind}?</label>
          <div class="name">
            <input id="seed" {...NAME_FIELD} placeholder="Your name" required />
            <button type="submit" class="button">Meet</button>
          </div>
        </form>
        <p class="note">
          {FAMILY_HINT} A name keeps its{" "}
          {kind}: upper or lower case does not matter, and nothing changes before the next major version of this
          service.
        </p>
      </div>
      <p class="unseen" role="status" data-announcement></p>
    </Site>
  );
}

/** Both parents, each with a link to its own page. */
function Family({ parents }: { readonly parents: readonly ShownAnimal[] }): JSX.Element {
  return (
    <>
      <h2 id="parents">Parents</h2>
      <ul class="family" aria-labelledby="parents">
        {parents.map(({ kind, name, path, thumbnail, alt }) => (
          <li key={name}>
            <a href={toNamedPath(kind, name)}>
              {path.startsWith("/") && <img src={thumbnail} alt={alt} width={96} height={96} />}{" "}
              <span dir="auto">{showName(name)}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Its title, link preview, style and script. The preview needs absolute addresses. */
function AnimalHead(
  { kind, name, parents, alt, isDrawn, origin }: ShownAnimal & { readonly origin: string },
): JSX.Element {
  const shown = showName(name);
  const title = `${shown} the ${kind}`;
  const description = `${shown} is ${alt}.`;
  const url = origin + toNamedPath(kind, name, parents);
  return (
    <Head>
      <title>{`${title}: Pawkit`}</title>
      <meta name="description" content={description} />
      <meta name="robots" content="noindex, nofollow" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${url}.png?size=${PREVIEW.name}`} />
      {isDrawn && <meta property="og:image:width" content={String(PREVIEW.width)} />}
      {isDrawn && <meta property="og:image:height" content={String(PREVIEW.height)} />}
      <meta property="og:image:alt" content={alt} />
      <link key="animal" rel="stylesheet" href={asset("/animal.css")} />
      <link rel="modulepreload" href="/dom.js" />
      <script type="module" src={asset("/animal.js")} />
    </Head>
  );
}
