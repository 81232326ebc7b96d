import type { JSX } from "preact";
import { ANIMALS } from "@pawkit/animals";
import { REQUEST_PARAMETERS } from "@/lib/filters/parameters.ts";
import { MAX_STEPS } from "@/lib/filters/request.ts";
import { type FilterName, FILTERS, getFilter, IMAGE_FORMATS, READABLE_FORMATS, WRITABLE_FORMATS } from "@pawkit/images";
import type { PageModel, ShownAnimal } from "@/lib/page/model.ts";
import { DeferredFields } from "@/lib/page/Parameters.tsx";
import { AnimalPicture } from "@/lib/page/AnimalPicture.tsx";
import { PLACEHOLDER } from "@/lib/page/shown_animals.ts";
import { Snippet } from "@/lib/page/Snippet.tsx";
import { toFileName } from "@/static/snippets.js";

/** The filter that is selected first, because most people come for it. */
const FIRST_FILTER = "blur";

/** The types of files that filters read. Safari converts photographs of other types to the first of them. */
const ACCEPTED = ["jpeg" as const, ...READABLE_FORMATS.filter((format) => format !== "jpeg")]
  .map((format) => IMAGE_FORMATS[format].mediaType).join();

/** Applies filters to a picture and compares the two. Without the script it shows one example, and two plain forms. */
export function Playground({ origin, animals, maxSourceBytes, maxPixels }: PageModel): JSX.Element {
  const [picture = PLACEHOLDER] = animals;
  const url = toFilterUrl(FIRST_FILTER, picture.path);
  const file = toFileName(new URL(url, origin));
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
        <input type="hidden" name="image" value={picture.path} />
        <input type="hidden" name="steps" value={FIRST_FILTER} />
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
        <Filters path={picture.path} />
        <Snippet request={{ url: origin + url, returns: "image", file, alt: "" }} />
      </form>
      <noscript>
        <PlainForm method="post" enctype="multipart/form-data" label="Your picture" type="file" accept={ACCEPTED} />
        <PlainForm method="get" label="or its URL" type="url" placeholder="https://…" />
      </noscript>
    </>
  );
}

function toFilterUrl(filter: string, path: string): string {
  return `/api/v2/filter/${filter}?image=${path}`;
}

/** Returns a filter with an example of its parameter, if that has no default: `tint:ff8800`. */
function toStep(filter: FilterName): string {
  const [parameter] = Object.values(getFilter(filter).parameters);
  return parameter?.fallback === undefined && parameter?.example !== undefined
    ? `${filter}:${parameter.example}`
    : filter;
}

/** A form that works without scripts: each filter is a button that sends it. */
function PlainForm({ method, enctype, label, ...field }: JSX.IntrinsicElements["input"] & PlainFormProps): JSX.Element {
  return (
    <form class="lookup" method={method} enctype={enctype} action={`/api/v2/filter/${FIRST_FILTER}`}>
      <label>
        {label} <input name="image" required {...field} />
      </label>
      <p class="actions">
        {FILTERS.map((name) => (
          <button key={name} type="submit" class="copy" formaction={`/api/v2/filter/${toStep(name)}`}>{name}</button>
        ))}
      </p>
    </form>
  );
}

interface PlainFormProps {
  readonly method: "get" | "post";
  readonly enctype?: string;
  readonly label: string;
}

function Filters({ path }: { readonly path: string }): JSX.Element {
  const { width, height, fit, position, quality, radius } = REQUEST_PARAMETERS;
  const formats = WRITABLE_FORMATS.filter((name) => IMAGE_FORMATS[name].isShownByBrowsers);
  return (
    <fieldset class="filters">
      <legend>Filter</legend>
      <ul class="choices">
        {FILTERS.map(getFilter).map(({ name, parameters }) => (
          <li key={name}>
            <a
              href={toFilterUrl(toStep(name), path)}
              data-filter={name}
              data-parameters={JSON.stringify(parameters)}
              aria-current={name === FIRST_FILTER ? "true" : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      <ol class="steps" aria-label="Filters in their order" data-steps />
      <p class="actions" data-js hidden>
        <button type="button" class="copy" value={MAX_STEPS} data-add-step>+ Add another filter</button>
      </p>
      <p class="fields" data-js hidden>
        <label>
          Width <input name="width" type="number" min={width.min} max={width.max} placeholder="as before" />
        </label>
        <label>
          Height <input name="height" type="number" min={height.min} max={height.max} placeholder="as before" />
        </label>
        <label>
          Fit{" "}
          <select name="fit">
            <option value="">inside</option>
            {fit.allowed.slice(1).map((name) => <option key={name}>{name}</option>)}
          </select>
        </label>
        <label>
          Position{" "}
          <select name="position">
            {position.allowed.map((name) => (
              <option key={name} value={name === position.fallback ? "" : name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Format{" "}
          <select name="format">
            <option value="">as before</option>
            {formats.map((name) => <option key={name}>{name}</option>)}
          </select>
        </label>
        <label>
          Quality <input name="quality" type="number" min={quality.min} max={quality.max} placeholder="90" />
        </label>
        <label>
          Radius <input name="radius" placeholder="none" list="playground-radii" size={5} />
        </label>
        <label>
          Background <input name="background" placeholder="RRGGBB" size={7} />
        </label>
        <small>With a radius, JPEG and GIF become PNG, unless there is a background.</small>
        <datalist id="playground-radii">
          {[16, 64, radius.word].map((value) => <option key={value} value={value} />)}
        </datalist>
      </p>
    </fieldset>
  );
}

function Pictures({ pictures }: { readonly pictures: readonly ShownAnimal[] }): JSX.Element {
  return (
    <fieldset class="sources" data-js hidden>
      <legend>Picture</legend>
      <label class="drop" for="playground-file">
        <span class="button">Choose a file</span> or drop or paste it
        <input id="playground-file" type="file" accept={ACCEPTED} />
      </label>
      <p class="note" role="status" data-note />
      <label for="playground-url">or its URL</label>
      <input id="playground-url" type="url" placeholder="https://…" spellcheck={false} autocapitalize="none" />
      <div class="thumbs">
        {/* A browser would load lazy pictures long before they are near. */}
        <DeferredFields>
          {pictures.map((each, index) => (
            <label key={each.path}>
              <input type="radio" name="sample" value={each.path} checked={index === 0} />
              <img src={each.thumbnail} alt={each.alt} title={toTitle(each)} width={64} height={64} loading="lazy" />
            </label>
          ))}
        </DeferredFields>
      </div>
    </fieldset>
  );
}

function toTitle({ kind, credit }: ShownAnimal): string {
  return credit === undefined ? kind : `${kind}, ${credit.author}, ${credit.license}`;
}
