import type { JSX } from "preact";
import type { AnimalKind } from "@pawkit/animals";
import { type PictureVariant, toQuery } from "@/lib/content/drawings/variant.ts";
import { listChoices, listDressable, toOpenQuery } from "@/lib/page/animal/dress_up.ts";

/** What can be chosen about the look of an animal. */
interface DressUpProps {
  readonly kind: AnimalKind;
  /** The path of its page. */
  readonly path: string;
  readonly variant: PictureVariant;
  /** The trait whose choices are shown. */
  readonly opened: string | undefined;
}

/** The choices of one trait as pictures, and the links to those of the others. static/dress_up.js needs no new page. */
export function DressUp({ kind, path, variant, opened }: DressUpProps): JSX.Element {
  return (
    <section class="dress-up" aria-labelledby="dress-up">
      <h3 id="dress-up">Dress up</h3>
      <nav class="choices" aria-labelledby="dress-up">
        {listDressable(kind).map((name) => (
          <>
            <a
              key={name}
              href={`${path}${toOpenQuery(name, variant)}#dress-up`}
              aria-current={name === opened ? "true" : undefined}
            >
              {name}
            </a>
            {" "}
          </>
        ))}
      </nav>
      {opened && <Wardrobe kind={kind} path={path} variant={variant} opened={opened} />}
    </section>
  );
}

function Wardrobe({ kind, path, variant, opened = "" }: DressUpProps): JSX.Element {
  return (
    <ul class="wardrobe" aria-label={opened}>
      {listChoices(kind, opened, variant).map(({ label, query, variant, isCurrent }) => (
        <li key={label}>
          <a href={`${path}${query}#dress-up`} aria-current={isCurrent ? "true" : undefined}>
            <img src={toThumbnail(path, variant, opened)} alt="" width={96} height={96} loading="lazy" />
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** What is small on the whole animal. Other choices are not always visible on its face. */
const FACIAL = ["eyes", "head", "ears", "mood", "fringe", "crest"];

/** Shows what the choices of a trait change. The page rounds the corners. */
function toThumbnail(path: string, variant: PictureVariant, opened: string): string {
  const view = FACIAL.includes(opened) ? "face" : "full";
  return `${path}.svg${toQuery({ ...variant, type: "svg", radius: 0, view })}`;
}
