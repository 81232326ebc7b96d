import type { JSX, RenderableProps } from "preact";
import { toNamedPath } from "@/lib/content/named/named_animal.ts";
import { PICTURE_TYPES, type PictureType } from "@/lib/content/parameters.ts";
import type { ShownAnimal } from "@/lib/page/parts/shown_animal.ts";

/** The pictures of an animal: a drawing in every type, with a query; a photograph as it is. */
export function Downloads(
  props: RenderableProps<ShownAnimal & { readonly toQuery?: (type: PictureType) => string }>,
): JSX.Element {
  const { kind, name, parents, path, isDrawn, toQuery = () => "", children } = props;
  return (
    <p class="downloads">
      {isDrawn
        ? <PictureLinks path={toNamedPath(kind, name, parents)} toQuery={toQuery} />
        : <a href={path} download data-download="">Download</a>} {children}
    </p>
  );
}

/** Where a drawing is, and its query in each type. */
interface PictureLinksProps {
  readonly path: string;
  readonly toQuery: (type: PictureType) => string;
}

/** Links to a drawing in every type. */
export function PictureLinks({ path, toQuery }: PictureLinksProps): JSX.Element {
  return (
    <>
      {PICTURE_TYPES.map((type) => (
        <>
          <a key={type} href={`${path}.${type}${toQuery(type)}`} download data-download={type}>
            {type === "webp" ? "WebP" : type.toUpperCase()}
          </a>
          {" "}
        </>
      ))}
    </>
  );
}
