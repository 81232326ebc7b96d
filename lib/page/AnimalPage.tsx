import type { JSX } from "preact";
import { ANIMALS } from "@/lib/content/animals/mod.ts";
import { toNamedPath } from "@/lib/content/named_animal.ts";
import { MAX_SEED_CHARACTERS } from "@/lib/content/random_response.ts";
import { PICTURE_SIZES } from "@/lib/content/variant.ts";
import { escapeUnsafe } from "@/lib/http/unsafe_characters.ts";
import { CreditLine, Downloads } from "@/lib/page/Hero.tsx";
import type { Sample } from "@/lib/page/model.ts";
import { Site } from "@/lib/page/Site.tsx";

/** The query of the largest picture. */
const LARGE = `?size=${PICTURE_SIZES.at(-1)}`;

/** The page of an animal, whose address people share. */
export function AnimalPage(animal: Sample): JSX.Element {
  const { kind, name, path, thumbnail, isDrawn, alt, credit } = animal;
  return (
    <Site class="animal">
      {path.startsWith("/")
        ? <img src={thumbnail} alt={alt} width={512} height={512} fetchpriority="high" />
        : <a class="button" href={path}>Open the picture</a>}
      <div>
        <h1 dir="auto">{showName(name)}</h1>
        <p>is {alt}. {credit && <CreditLine {...credit} />}</p>
        <p class="more">
          <a class="button" href={`/${kind}`}>Another one</a>
          <button type="button" class="button" data-copy-address data-js hidden>Copy link</button>
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
            <a key={each} href={toNamedPath(each, name)} aria-current={each === kind ? "page" : undefined}>{each}</a>
          ))}
        </nav>
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

/**
 * Returns a name as it is shown: invisible characters, which could change the text around them, are escaped. Joiners
 * and selectors are invisible as well, but emoji and many scripts consist of them.
 */
export function showName(name: string): string {
  const text = name.replace(/[^\u200c\u200d\ufe0f\u{e0020}-\u{e007f}]+/gu, escapeUnsafe).trim();
  return text === "" ? "This one" : text;
}
