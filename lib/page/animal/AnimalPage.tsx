import type { JSX } from "preact";
import { type AnimalKind, ANIMALS, FACE_OF } from "@pawkit/animals";
import { toNamedPath } from "@/lib/content/named/named_animal.ts";
import { PREVIEW } from "@/lib/content/parameters.ts";
import { toSentence } from "@/lib/content/named/terminal.ts";
import {
  DEFAULT_SIZE,
  DEFAULT_VARIANT,
  type PictureVariant,
  resize,
  toQuery,
  toVector,
} from "@/lib/content/drawings/variant.ts";
import { DressUp } from "@/lib/page/animal/DressUp.tsx";
import { Embed } from "@/lib/page/animal/Embed.tsx";
import { describeInherited } from "@/lib/page/animal/inherited.ts";
import { ChildForm } from "@/lib/page/animal/ChildForm.tsx";
import { toOpenQuery, toOtherKind } from "@/lib/page/animal/dress_up.ts";
import { CreditLine } from "@/lib/page/parts/CreditLine.tsx";
import { Downloads } from "@/lib/page/parts/Downloads.tsx";
import { NAME_FIELD } from "@/lib/page/parts/name_field.ts";
import { LivingPicture } from "@/lib/page/animal/LivingPicture.tsx";
import type { ShownAnimal } from "@/lib/page/parts/shown_animal.ts";
import { PICTURE_SIZES } from "@/lib/page/parts/picture_options.ts";
import { PictureOptions } from "@/lib/page/parts/PictureOptions.tsx";
import { PreviewHead } from "@/lib/page/animal/PreviewHead.tsx";
import { ShareButtons } from "@/lib/page/animal/ShareButtons.tsx";
import { MAX_LARGE_CHARACTERS, showName } from "@/lib/page/parts/show_name.ts";
import { type FooterLinks, Site } from "@/lib/page/layout/Site.tsx";
import { renderFamily } from "@/lib/page/parts/text.tsx";
import { UserCode } from "@/lib/page/parts/UserCode.tsx";
import { toNamedAlt } from "@/static/snippets.js";

/** The size of downloads, unless the address has another. */
const LARGE = PICTURE_SIZES.at(-1)!;

/** What the page of an animal shows. */
interface AnimalPageProps extends ShownAnimal {
  readonly origin: string;
  readonly links: FooterLinks;
  readonly kind: AnimalKind;
  /** How it is drawn. */
  readonly variant: PictureVariant;
  /** What the picture of a link preview shows. */
  readonly previewAlt: string;
  /** The trait whose choices are shown. */
  readonly opened?: string | undefined;
  /** A child as its parents made it, without what the address chooses. */
  readonly undressed?: ShownAnimal | undefined;
  /** Its parents, if it is the child of two. */
  readonly family?: readonly ShownAnimal[] | undefined;
}

/** The page of an animal, whose address people share. */
export function AnimalPage({ origin, links, undressed, family, opened, ...animal }: AnimalPageProps): JSX.Element {
  const { kind, name, parents, isDrawn, alt, credit } = animal;
  // A photograph is as it is.
  const variant = isDrawn ? animal.variant : DEFAULT_VARIANT;
  const path = toNamedPath(kind, name, parents);
  const shown = showName(name);
  const large = variant.size === DEFAULT_SIZE ? resize(variant, LARGE) : variant;
  return (
    <Site class="animal" links={links}>
      <AnimalHead {...animal} variant={variant} origin={origin} />
      <LivingPicture {...animal} variant={variant} />
      <div>
        <h1 dir="auto" class={shown.length > MAX_LARGE_CHARACTERS ? "long" : undefined}>{renderFamily(shown)}</h1>
        <p class="about">
          {alt.startsWith(FACE_OF) ? "This is" : "is"} {alt}. {credit && <CreditLine {...credit} />}
        </p>
        {family && (
          <Family
            parents={family}
            inherited={describeInherited(
              undressed?.traits,
              family.map((each) => ({ ...each, name: showName(each.name) })),
            )}
          />
        )}
        <nav class="choices kinds" aria-label="The same name as another animal">
          {ANIMALS.map((each) => (
            <>
              <a
                key={each}
                href={toNamedPath(each, name, parents) + toQuery(toOtherKind(variant, each))}
                aria-current={each === kind ? "page" : undefined}
              >
                {each}
              </a>
              {" "}
            </>
          ))}
        </nav>
        {isDrawn && (
          <>
            <h2 class="part">Picture</h2>
            <PictureOptions
              variant={variant}
              // Whoever dresses it up goes on with that.
              toHref={(each) => path + (opened ? toOpenQuery(opened, each) : toQuery(each))}
            />
            <DressUp kind={kind} path={path} variant={variant} opened={opened} />
          </>
        )}
        <p class="more another">
          <a class="button" href={`/${kind}${toQuery(variant)}`}>Another one</a>
        </p>
        <ChildForm {...animal} />
        <form action={`/${kind}`} autocomplete="off">
          <label for="seed">And who is your {kind}?</label>
          <div class="name">
            <input id="seed" {...NAME_FIELD} placeholder="Your name" required />
            <button type="submit" class="button">Meet</button>
          </div>
        </form>
        <h2 class="part">Use it</h2>
        <p class="more">
          <ShareButtons />
        </p>
        <Downloads {...animal} toQuery={(type) => toQuery(type === "svg" ? toVector(variant) : large)}>
          {isDrawn && <a href={`${path}.png${toQuery(toPreview(variant))}`} download>Chat preview</a>}
        </Downloads>
        <UserCode start={`${origin}/${kind}/`} query={toQuery(variant)} name={shown}>
          <Embed
            url={origin + path}
            variant={variant}
            grid={isDrawn ? { columns: 1, rows: 1 } : undefined}
            alt={toNamedAlt(shown, alt)}
          />
        </UserCode>
        <p class="note">
          A name keeps its{" "}
          {kind}: upper or lower case does not matter, and nothing changes before the next major version of this
          service.
        </p>
      </div>
    </Site>
  );
}

interface FamilyProps {
  readonly parents: readonly ShownAnimal[];
  /** What the child has of whom. */
  readonly inherited: string;
}

/** Both parents, each with a link to its own page. */
function Family({ parents, inherited }: FamilyProps): JSX.Element {
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
      {inherited && <p class="note" dir="auto">It has {inherited}.</p>}
    </>
  );
}

/** Its title and link preview, which needs absolute addresses. */
function AnimalHead(
  { kind, name, parents, alt, previewAlt, isDrawn, variant, origin }: Omit<AnimalPageProps, "links">,
): JSX.Element {
  const shown = showName(name);
  const url = origin + toNamedPath(kind, name, parents);
  const size = { "og:image:width": String(PREVIEW.width), "og:image:height": String(PREVIEW.height) };
  const image = {
    "og:image": `${url}.png${toQuery(toPreview(variant))}`,
    ...(isDrawn ? size : {}),
    "og:image:alt": previewAlt,
  };
  return (
    <PreviewHead
      title={`${shown} the ${kind}`}
      description={toSentence(shown, alt)}
      url={url + toQuery(variant)}
      image={image}
      script="/animal.js"
    >
      <link rel="modulepreload" href="/dress_up.js" />
    </PreviewHead>
  );
}

/** Returns the variant of the link preview, which shows all of the animal. */
function toPreview({ type, traits, background }: PictureVariant): PictureVariant {
  return { type, traits, background, view: "preview", size: PREVIEW.width };
}
