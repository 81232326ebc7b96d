import type { JSX } from "preact";
import { FILTERS } from "@/lib/images/filter_name.ts";
import { STRENGTHS } from "@/lib/filters/strengths.ts";
import { Curl } from "@/lib/page/Curl.tsx";
import type { PageModel, Sample } from "@/lib/page/model.ts";

/** The filter the playground starts with: its effect is seen at once. */
const FIRST_FILTER = "invert";

/** What stands there when the operator's own pictures lie elsewhere: any drawn name is a picture. */
const PLACEHOLDER: Sample = {
  name: "cat",
  path: "/images/animals/cat/k3v09x2a.png",
  thumbnail: "/images/animals/cat/k3v09x2a.svg",
  alt: "a drawn cat",
};

/** Choose a picture and a filter, and see before and after; without a script it shows one example. */
export function Playground({ base, samples: drawn }: PageModel): JSX.Element {
  const samples = drawn.map(({ picture }) => picture);
  const [sample = PLACEHOLDER] = samples;
  const call = toFilterCall(FIRST_FILTER, sample);
  return (
    <section class="playground" id="playground" aria-labelledby="playground-title" data-path="/api/v2/filter/{type}">
      <h2 id="playground-title">
        <a href="#playground">Filter playground</a>
      </h2>
      <p>Choose a picture, choose a filter, move the divider.</p>
      <form class="controls" autocomplete="off" novalidate>
        <input type="hidden" name="image" value={sample.path} />
        <Sources samples={samples} />
        <Filters sample={sample} />
      </form>
      <div class="stage">
        <div class="compare" data-compare>
          <img data-before src={sample.path} alt={`Before: ${sample.alt}`} loading="lazy" width={512} height={512} />
          <img data-after src={call} alt="After the filter" loading="lazy" width={512} height={512} />
          <span class="divider" aria-hidden="true" data-js hidden />
          <input
            id="playground-divider"
            type="range"
            min="0"
            max="100"
            value="50"
            step="1"
            aria-label="Divider between before and after"
            data-js
            hidden
          />
        </div>
        <p class="facts" role="status" data-facts>Before and after {FIRST_FILTER}</p>
        <div class="failure" role="alert" data-failure></div>
        <ul class="timings" data-timings aria-label="Time spent" />
        <Curl address={base + call} options="-o filtered.png " />
        <p class="actions">
          <a data-open href={call}>Open the result</a>
          <a data-download href={call} download="filtered.png">Download</a>
        </p>
      </div>
    </section>
  );
}

/** The call that filters one of the service's own pictures. */
function toFilterCall(filter: string, { path }: Sample): string {
  return `/api/v2/filter/${filter}?image=${encodeURIComponent(path)}`;
}

function Sources({ samples }: { readonly samples: readonly Sample[] }): JSX.Element {
  return (
    <fieldset class="sources">
      <legend>Picture</legend>
      <div class="thumbs">
        {samples.map(({ name, path, thumbnail, alt }, at) => (
          <label key={path}>
            <input type="radio" name="sample" value={path} checked={at === 0} />
            <img src={thumbnail} alt={alt} title={name} loading="lazy" width={64} height={64} />
          </label>
        ))}
      </div>
      <div data-js hidden>
        <label for="playground-url">or its address</label>
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

function Filters({ sample }: { readonly sample: Sample }): JSX.Element {
  const first = STRENGTHS.blur;
  return (
    <fieldset>
      <legend>Filter</legend>
      <ul class="choices">
        {FILTERS.map((name) => ({ name, strength: STRENGTHS[name] })).map(({ name, strength }) => (
          <li key={name}>
            <a
              href={toFilterCall(name, sample)}
              data-name="type"
              data-value={name}
              data-min={strength?.min}
              data-max={strength?.max}
              data-standard={strength?.fallback}
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
        <input
          id="playground-strength"
          name="strength"
          type="range"
          min={first?.min}
          max={first?.max}
          value={first?.fallback}
          disabled
        />
        <output for="playground-strength">none</output>
      </p>
    </fieldset>
  );
}
