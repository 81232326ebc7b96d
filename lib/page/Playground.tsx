import type { JSX } from "preact";
import { ANIMALS } from "@/lib/content/animals/mod.ts";
import { FILTERS, STRENGTHS } from "@/lib/images/filters/mod.ts";
import { FORMATS } from "@/lib/images/format.ts";
import type { PageModel, Sample } from "@/lib/page/model.ts";
import { DeferredFields } from "@/lib/page/Parameters.tsx";
import { SamplePicture } from "@/lib/page/SamplePicture.tsx";
import { PLACEHOLDER } from "@/lib/page/samples.ts";
import { Snippet } from "@/lib/page/Snippet.tsx";
import { ACCEPTED, toFileName } from "@/static/snippets.js";

/** The filter that is selected first, because its effect is obvious. */
const FIRST_FILTER = "invert";

/** Applies a filter to a picture and compares the two. Without the script it shows one example. */
export function Playground({ origin, samples }: PageModel): JSX.Element {
  const [picture = PLACEHOLDER] = samples;
  const url = toFilterUrl(FIRST_FILTER, picture.path);
  const file = toFileName(new URL(url, origin));
  return (
    <form class="playground" id="playground" data-path="/api/v2/filter/{type}" autocomplete="off" novalidate>
      <div class="stage">
        <div class="compare">
          <SamplePicture sample={picture} alt={`Before: ${picture.alt}`} data-before />
          <noscript>
            <img src={url} alt="After the filter" width={512} height={512} loading="lazy" />
          </noscript>
          {/* The script filters the picture when it comes into view. A browser would load a lazy image much earlier. */}
          <img data-after alt="" width={512} height={512} data-js hidden />
          <span class="divider" aria-hidden="true" data-js hidden />
          <DeferredFields>
            <input id="playground-divider" type="range" aria-label="Divider between before and after" />
          </DeferredFields>
        </div>
        <p class="facts" role="status" data-facts>Before and after {FIRST_FILTER}</p>
        <div class="failure" role="alert" data-error></div>
        <p class="actions" data-outcome>
          <a data-open href={url}>Open the result</a>
          <a data-download href={url} download={file}>Download</a>
        </p>
      </div>
      <div class="controls">
        <input type="hidden" name="image" value={picture.path} />
        <Filters path={picture.path} />
        <Pictures pictures={ANIMALS.flatMap((kind) => samples.find((each) => each.kind === kind) ?? [])} />
        <Snippet request={{ url: origin + url, returns: "image", file, alt: "" }} />
      </div>
    </form>
  );
}

function toFilterUrl(filter: string, path: string): string {
  return `/api/v2/filter/${filter}?image=${path}`;
}

function Filters({ path }: { readonly path: string }): JSX.Element {
  return (
    <fieldset>
      <legend>Filter</legend>
      <ul class="choices">
        {FILTERS.map((name) => ({ name, strength: STRENGTHS[name] })).map(({ name, strength }) => (
          <li key={name}>
            <a
              href={toFilterUrl(name, path)}
              data-name="type"
              data-value={name}
              data-min={strength?.min}
              data-max={strength?.max}
              data-default={strength?.fallback}
              data-step={strength && (strength.isRounded ? 1 : 0.01)}
              aria-current={name === FIRST_FILTER ? "true" : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      <DeferredFields>
        <p class="strength" data-strength hidden>
          <label for="playground-strength">Strength</label>
          {/* The slider's own scale is 0 to 100: the script makes it logarithmic where the range is wide. */}
          <input id="playground-strength" type="range" step="any" disabled />
          <output for="playground-strength"></output>
          <input type="hidden" name="strength" disabled />
        </p>
        <p class="strength">
          <label for="playground-format">Format</label>
          <select id="playground-format" name="format">
            <option value="">as before</option>
            {FORMATS.map((format) => <option key={format}>{format}</option>)}
          </select>
        </p>
      </DeferredFields>
    </fieldset>
  );
}

function Pictures({ pictures }: { readonly pictures: readonly Sample[] }): JSX.Element {
  return (
    <fieldset class="sources" data-js hidden>
      <legend>Picture</legend>
      <DeferredFields>
        <div class="thumbs">
          {pictures.map((each, index) => (
            <label key={each.path}>
              <input type="radio" name="sample" value={each.path} checked={index === 0} />
              <img src={each.thumbnail} alt={each.alt} title={toTitle(each)} width={64} height={64} loading="lazy" />
            </label>
          ))}
        </div>
        <div>
          <label class="drop" for="playground-file">
            <span class="button">Choose a file</span> or drop or paste it
            <input id="playground-file" type="file" accept={ACCEPTED} />
          </label>
          <label for="playground-url">or its URL</label>
          <input id="playground-url" type="url" placeholder="https://…" spellcheck={false} />
          <p class="note" role="status" data-note />
        </div>
      </DeferredFields>
    </fieldset>
  );
}

function toTitle({ kind, credit }: Sample): string {
  return credit === undefined ? kind : `${kind}, ${credit.author}, ${credit.license}`;
}
