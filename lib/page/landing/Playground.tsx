import type { JSX } from "preact";
import { ANIMALS } from "@pawkit/animals";
import { FORMATS, IMAGE_FORMATS } from "@pawkit/images";
import { toNamedPath } from "@/lib/content/named/named_animal.ts";
import { ORIGIN_MARK } from "@/lib/page/layout/rendered_text.ts";
import type { PageModel } from "@/lib/page/landing/page_model.ts";
import type { ShownAnimal } from "@/lib/page/parts/shown_animal.ts";
import { DeferredFields } from "@/lib/page/parts/Parameters.tsx";
import { AnimalPicture } from "@/lib/page/landing/AnimalPicture.tsx";
import { FIRST_FILTER, toFilterUrl } from "@/lib/page/parts/filter_links.ts";
import { FilterChoices } from "@/lib/page/landing/FilterChoices.tsx";
import { PlainFilterForms } from "@/lib/page/landing/PlainFilterForms.tsx";
import { PLACEHOLDER } from "@/lib/page/landing/shown_animals.ts";
import { Snippet } from "@/lib/page/parts/Snippet.tsx";
import { toFileName } from "@/static/file_name.js";

/** The types of files that filters read. Safari converts photographs of other types to the first of them. */
const ACCEPTED = ["jpeg" as const, ...FORMATS.filter((format) => format !== "jpeg")]
  .map((format) => IMAGE_FORMATS[format].mediaType).join();

/** Applies filters to a picture and compares the two. Without the script it shows one example, and two plain forms. */
export function Playground({ animals, maxSourceBytes, maxPixels }: PageModel): JSX.Element {
  const [picture = PLACEHOLDER] = animals;
  const image = toImage(picture);
  const url = toFilterUrl(FIRST_FILTER, image);
  const file = toFileName(new URL(url, ORIGIN_MARK));
  return (
    <>
      <form
        class="playground"
        id="playground"
        aria-label="Filter a picture"
        data-path="/api/v2/filter/{steps}"
        data-max-bytes={maxSourceBytes}
        data-max-pixels={maxPixels}
        autocomplete="off"
        novalidate
      >
        {/* Not of the type "hidden": such a field forgets its first value, to which Back leads. */}
        <input hidden name="image" value={image} />
        <input hidden name="steps" value={FIRST_FILTER} />
        <Pictures pictures={ANIMALS.flatMap((kind) => animals.find((each) => each.kind === kind) ?? [])} />
        <div class="stage">
          <div class="compare">
            <AnimalPicture animal={picture} alt={`Before: ${picture.alt}`} data-before />
            <noscript>
              <img src={url} alt="After the filter" width={512} height={512} loading="lazy" />
            </noscript>
            {/* The script filters the picture when it comes into view. A browser would load a lazy image much earlier. */}
            <img data-after alt="" width={512} height={512} data-js hidden />
            <span class="divider" aria-hidden="true" data-js hidden />
            <input id="playground-divider" type="range" aria-label="Divider between before and after" data-js hidden />
          </div>
          <p class="facts" role="status" data-facts>Before and after {FIRST_FILTER}</p>
          <div class="failure" role="alert" data-error></div>
          {/* In the place of the links while a request runs. */}
          <p class="actions" data-busy hidden>
            <progress aria-label="Upload" />
            <button type="button" class="copy" data-cancel>Cancel</button>
          </p>
          <p class="actions" data-outcome>
            <a data-open href={url}>Open</a> <a data-download href={url} download={file}>Download</a>
            <button type="button" class="copy" data-copy-picture data-js hidden>Copy picture</button>
          </p>
        </div>
        <FilterChoices image={image} />
        <Snippet request={{ url: ORIGIN_MARK + url, returns: "image", file, alt: "" }} />
      </form>
      <noscript>
        <PlainFilterForms accept={ACCEPTED} />
      </noscript>
    </>
  );
}

/**
 * Returns the address of an animal's picture that a person can read: `/cat/Ada.png`. The operator's pictures have their
 * own names.
 */
function toImage(animal: ShownAnimal): string {
  const { kind, name, parents, path, isDrawn } = animal;
  return isDrawn && animal !== PLACEHOLDER ? `${toNamedPath(kind, name, parents)}.png` : path;
}

function Pictures({ pictures }: { readonly pictures: readonly ShownAnimal[] }): JSX.Element {
  return (
    <fieldset class="sources" data-js hidden>
      <legend>Picture</legend>
      <label class="drop" for="playground-file">
        <span class="button">Choose a file</span> <span>or drop or paste it</span>
        <input id="playground-file" type="file" accept={ACCEPTED} />
      </label>
      <p class="note" role="status" data-note />
      <p class="url">
        <label for="playground-url">or its URL</label>
        <input id="playground-url" type="url" placeholder="https://…" spellcheck={false} autocapitalize="none" />
      </p>
      <div class="thumbs">
        {/* A browser would load lazy pictures long before they are near. */}
        <DeferredFields>
          {pictures.map((each, index) => (
            <label key={each.path}>
              <input type="radio" name="sample" value={toImage(each)} checked={index === 0} />
              <img
                src={each.isDrawn ? toImage(each).replace(/png$/, "svg") : each.thumbnail}
                alt={`${each.name} the ${each.kind}`}
                title={each.credit && `${each.credit.author}, ${each.credit.license}`}
                width={64}
                height={64}
                loading="lazy"
              />
            </label>
          ))}
        </DeferredFields>
      </div>
    </fieldset>
  );
}
