import type { JSX } from "preact";
import { ANIMALS } from "@/lib/content/animals/mod.ts";
import type { Credit } from "@/lib/content/credits.ts";
import type { Content } from "@/lib/content/mod.ts";
import { type NamedAnimal, pickNamedAnimal, toNamedPath } from "@/lib/content/named_animal.ts";
import { MAX_SEED_CHARACTERS } from "@/lib/content/random_response.ts";
import { escapeUnsafe } from "@/lib/http/unsafe_characters.ts";
import { CreditLine } from "@/lib/page/Hero.tsx";
import { Site } from "@/lib/page/Site.tsx";

/** What the page of an animal shows. */
export interface AnimalModel extends Pick<NamedAnimal, "kind" | "name"> {
  /** The name as it is shown: a text of blanks has no name, and invisible characters are escaped. */
  readonly title: string;
  readonly alt: string;
  readonly credit: Credit | undefined;
  /** The URL of the picture. A picture on another server can only be linked to. */
  readonly src: string;
  /** Whether it is a drawing, which has several types and sizes. */
  readonly isDrawn: boolean;
}

/** Returns what the page of an animal shows. */
export function toAnimalModel(content: Content, { kind, name }: NamedAnimal): AnimalModel {
  const { message, json } = pickNamedAnimal(content, { kind, name }, { origin: "" });
  const { alt, credit } = JSON.parse(json);
  // The ids of the operator's pictures are longer.
  const isDrawn = /\/[0-9a-z]{8}\.png$/.test(message);
  return {
    kind,
    name,
    title: showName(name),
    alt,
    credit,
    src: isDrawn ? message.replace(/png$/, "svg") : message,
    isDrawn,
  };
}

// Joiners and selectors are invisible as well, but emoji and many scripts consist of them.
function showName(name: string): string {
  const text = name.replace(/[^\u200c\u200d\ufe0f\u{e0020}-\u{e007f}]+/gu, escapeUnsafe).trim();
  return text === "" ? "This one" : text;
}

/** The page of an animal: people share its address. */
export function AnimalPage(animal: AnimalModel): JSX.Element {
  const { kind, name, title, alt, src, credit } = animal;
  return (
    <Site class="animal">
      {src.startsWith("/") ? <img src={src} alt={alt} width={512} height={512} /> : (
        <p>
          <a class="button" href={src}>Open the picture</a>
        </p>
      )}
      <div>
        <h1 dir="auto">{title}</h1>
        <p>is {alt}. {credit && <CreditLine {...credit} />}</p>
        <p class="more">
          <a class="button" href={`/${kind}`}>Another one</a>
          <button type="button" class="copy" data-copy-address data-js hidden>Copy link</button>
        </p>
        <Downloads {...animal} />
        <form class="name" action={`/${kind}`} autocomplete="off">
          <label for="seed">And who is your {kind}?</label>
          <input id="seed" name="seed" placeholder="Your name" maxlength={MAX_SEED_CHARACTERS} required dir="auto" />
          <button type="submit" class="primary">Meet</button>
        </form>
        <nav class="choices" aria-label="The same name as another animal">
          {ANIMALS.map((each) => (
            <a key={each} href={toNamedPath(each, name)} aria-current={each === kind ? "page" : undefined}>{each}</a>
          ))}
        </nav>
      </div>
      <p class="unseen" role="status" data-announcement></p>
    </Site>
  );
}

/** The downloads of a drawing: what they are called, and the end of their address. */
const DOWNLOADS = {
  SVG: ".svg",
  PNG: ".png?size=1024",
  WebP: ".webp?size=1024",
  "Without background": ".png?size=1024&background=none",
};

function Downloads({ kind, name, src, isDrawn }: AnimalModel): JSX.Element {
  const links = isDrawn
    ? Object.entries(DOWNLOADS).map(([text, end]) => [text, toNamedPath(kind, name, end)] as const)
    : [["Download", src]] as const;
  return <p class="downloads">{links.map(([text, href]) => <a key={text} href={href} download>{text}</a>)}</p>;
}
