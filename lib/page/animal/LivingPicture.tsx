import type { JSX } from "preact";
import { toNamedPath } from "@/lib/content/named/named_animal.ts";
import { type PictureVariant, toQuery, toVector } from "@/lib/content/drawings/variant.ts";
import type { ShownAnimal } from "@/lib/page/parts/shown_animal.ts";

/** The picture of a page: a drawing lives, unless the reader prefers reduced motion or switches it off. */
export function LivingPicture(
  { kind, name, parents, path, thumbnail, isDrawn, alt, variant }: ShownAnimal & { readonly variant: PictureVariant },
): JSX.Element {
  if (!path.startsWith("/")) return <a class="button" href={path}>Open the picture</a>;
  const drawing = toVector(variant);
  const address = `${toNamedPath(kind, name, parents)}.svg`;
  const src = isDrawn ? address + toQuery({ ...drawing, motion: true }) : thumbnail;
  return (
    <figure>
      <img src={src} alt={alt} width={512} height={512} fetchpriority="high" data-picture />
      {isDrawn && (
        <>
          <button type="button" class="copy" data-still data-js hidden aria-pressed="false">Still</button>
          <noscript>
            <a href={address + toQuery(drawing)}>Still picture</a>
          </noscript>
        </>
      )}
    </figure>
  );
}
