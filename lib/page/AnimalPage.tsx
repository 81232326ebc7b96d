import { asset, Head } from "fresh/runtime";
import type { JSX } from "preact";
import { ANIMALS } from "@/lib/content/animals/mod.ts";
import { toNamedPath } from "@/lib/content/named_animal.ts";
import { MAX_SEED_CHARACTERS } from "@/lib/content/random_response.ts";
import { CARD, PICTURE_SIZES } from "@/lib/content/variant.ts";
import { escapeUnsafe } from "@/lib/http/unsafe_characters.ts";
import { Embed } from "@/lib/page/Embed.tsx";
import { CreditLine, Downloads } from "@/lib/page/Hero.tsx";
import type { Sample } from "@/lib/page/model.ts";
import { Site } from "@/lib/page/Site.tsx";

/** The query of the largest picture. */
const LARGE = `?size=${PICTURE_SIZES.at(-1)}`;

/** The page of an animal, whose address people share. */
export function AnimalPage({ origin, ...animal }: Sample & { readonly origin: string }): JSX.Element {
  const { kind, name, path, thumbnail, isDrawn, alt, credit } = animal;
  return (
    <Site class="animal">
      <AnimalHead {...animal} origin={origin} />
      {path.startsWith("/")
        ? <img src={thumbnail} alt={alt} width={512} height={512} fetchpriority="high" />
        : <a class="button" href={path}>Open the picture</a>}
      <div>
        <h1 dir="auto">{showName(name)}</h1>
        <p>is {alt}. {credit && <CreditLine {...credit} />}</p>
        <p class="more">
          <a class="button" href={`/${kind}`}>Another one</a>
          <button type="button" class="button" data-copy-address data-js hidden>Copy link</button>
          <button type="button" class="button" data-share-page data-js hidden>Share</button>
        </p>
        <Downloads {...animal} query={LARGE}>
          {isDrawn && (
            <a href={`${toNamedPath(kind, name)}.png${LARGE}&background=none`} download>
              Without background
            </a>
          )}
        </Downloads>
        <nav class="choices" aria-label="The same name as another animal">
          {ANIMALS.map((each) => (
            <>
              <a key={each} href={toNamedPath(each, name)} aria-current={each === kind ? "page" : undefined}>{each}</a>
              {" "}
            </>
          ))}
        </nav>
        <Embed url={origin + toNamedPath(kind, name)} alt={alt} />
        <form action={`/${kind}`} autocomplete="off">
          <label for="seed">And who is your {kind}?</label>
          <div class="name">
            <input id="seed" name="seed" placeholder="Your name" maxlength={MAX_SEED_CHARACTERS} required dir="auto" />
            <button type="submit" class="button">Meet</button>
          </div>
        </form>
      </div>
      <p class="unseen" role="status" data-announcement></p>
    </Site>
  );
}

/** Its title, link preview, style and script. The preview needs absolute addresses. */
function AnimalHead({ kind, name, alt, isDrawn, origin }: Sample & { readonly origin: string }): JSX.Element {
  const shown = showName(name);
  const title = `${shown} the ${kind}`;
  const description = `${shown} is ${alt}.`;
  const url = origin + toNamedPath(kind, name);
  return (
    <Head>
      <title>{`${title}: Pawkit`}</title>
      <meta name="description" content={description} />
      <meta name="robots" content="noindex, nofollow" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${url}.png?size=${CARD.name}`} />
      {isDrawn && <meta property="og:image:width" content={String(CARD.width)} />}
      {isDrawn && <meta property="og:image:height" content={String(CARD.height)} />}
      <meta property="og:image:alt" content={alt} />
      <link key="animal" rel="stylesheet" href={asset("/animal.css")} />
      <link rel="modulepreload" href="/dom.js" />
      <script type="module" src={asset("/animal.js")} />
    </Head>
  );
}

/**
 * Returns a name as it is shown: invisible characters, which could change the text around them, are escaped. Joiners
 * and selectors are invisible as well, but emoji and many scripts consist of them.
 */
function showName(name: string): string {
  const text = name.replace(/[^\u200c\u200d\ufe0f\u{e0020}-\u{e007f}]+/gu, escapeUnsafe).trim();
  return text === "" ? "This one" : text;
}
