import type { JSX } from "preact";
import { FILTERS } from "@/lib/images/filter_name.ts";
import { STRENGTHS } from "@/lib/filters/strengths.ts";
import { Curl } from "@/lib/page/Curl.tsx";
import { type PageModel, type Picture, PLAYGROUND } from "@/lib/page/model.ts";
import { Section } from "@/lib/page/Section.tsx";

/** The filter that is selected first, because its effect is obvious. */
const FIRST_FILTER = "invert";

/** The picture that is shown if the operator's pictures are on another server. The service draws one for any id. */
const PLACEHOLDER: Picture = {
  name: "cat",
  path: "/images/animals/cat/k3v09x2a.png",
  thumbnail: "/images/animals/cat/k3v09x2a.svg",
  alt: "a drawn cat",
};

/** Applies a filter to a picture and compares the two. Without the script it shows one example. */
export function Playground({ origin, samples }: PageModel): JSX.Element {
  const pictures = samples.map((sample) => sample.picture);
  const [picture = PLACEHOLDER] = pictures;
  const url = toFilterUrl(FIRST_FILTER, picture);
  return (
    <Section id={PLAYGROUND.id} title={PLAYGROUND.title} class="playground" data-path="/api/v2/filter/{type}">
      <p>Choose a picture, choose a filter, move the divider.</p>
      <form class="controls" autocomplete="off" novalidate>
        <input type="hidden" name="image" value={picture.path} />
        <Pictures pictures={pictures} />
        <Filters picture={picture} />
      </form>
      <div class="stage">
        <div class="compare">
          <img data-before src={picture.path} alt={`Before: ${picture.alt}`} loading="lazy" width={512} height={512} />
          <img data-after src={url} alt="After the filter" loading="lazy" width={512} height={512} />
          <span class="divider" aria-hidden="true" data-js hidden />
          <input id="playground-divider" type="range" aria-label="Divider between before and after" data-js hidden />
        </div>
        <p class="facts" role="status" data-facts>Before and after {FIRST_FILTER}</p>
        <div class="failure" role="alert" data-error></div>
        <ul class="timings" data-timings aria-label="Time spent" />
        <Curl url={origin + url} options="-o filtered.png " />
        <p class="actions">
          <a data-open href={url}>Open the result</a>
          <a data-download href={url} download="filtered.png">Download</a>
        </p>
      </div>
    </Section>
  );
}

function toFilterUrl(filter: string, { path }: Picture): string {
  return `/api/v2/filter/${filter}?image=${encodeURIComponent(path)}`;
}

function Pictures({ pictures }: { readonly pictures: readonly Picture[] }): JSX.Element {
  return (
    <fieldset class="sources">
      <legend>Picture</legend>
      <div class="thumbs">
        {pictures.map(({ name, path, thumbnail, alt }, index) => (
          <label key={path}>
            <input type="radio" name="sample" value={path} checked={index === 0} />
            <img src={thumbnail} alt={alt} title={name} loading="lazy" width={64} height={64} />
          </label>
        ))}
      </div>
      <div data-js hidden>
        <label for="playground-url">or its URL</label>
        <input id="playground-url" type="url" placeholder="https://…" spellcheck={false} />
        <label class="drop" for="playground-file">
          <span class="button">Choose a file</span> or drop it here
          <input id="playground-file" type="file" accept="image/*" />
        </label>
        <p class="note" role="status" data-note />
      </div>
    </fieldset>
  );
}

function Filters({ picture }: { readonly picture: Picture }): JSX.Element {
  return (
    <fieldset>
      <legend>Filter</legend>
      <ul class="choices">
        {FILTERS.map((name) => ({ name, strength: STRENGTHS[name] })).map(({ name, strength }) => (
          <li key={name}>
            <a
              href={toFilterUrl(name, picture)}
              data-name="type"
              data-value={name}
              data-min={strength?.min}
              data-max={strength?.max}
              data-default={strength?.fallback}
              data-step={strength && (strength.whole ? 1 : 0.01)}
              aria-current={name === FIRST_FILTER ? "true" : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      <p class="strength" data-js hidden>
        <label for="playground-strength">Strength</label>
        <input id="playground-strength" name="strength" type="range" value="0" disabled />
        <output for="playground-strength">none</output>
      </p>
    </fieldset>
  );
}
