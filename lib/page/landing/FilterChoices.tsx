import type { JSX } from "preact";
import { FILTERS, getFilter, WRITABLE_FORMATS } from "@pawkit/images";
import { REQUEST_PARAMETERS } from "@/lib/filters/parameters.ts";
import { PRESETS } from "@/lib/filters/presets.ts";
import { MAX_STEPS } from "@/lib/filters/request.ts";
import { FIRST_FILTER, toFilterUrl, toStep } from "@/lib/page/parts/filter_links.ts";
import { DeferredFields } from "@/lib/page/parts/Parameters.tsx";

/** The filters and the chains of the playground. The script adds their small pictures when they come near. */
export function FilterChoices({ image }: { readonly image: string }): JSX.Element {
  return (
    <fieldset class="filters">
      <legend>
        Filter <small data-step-number />
      </legend>
      <ul class="choices">
        {FILTERS.map(getFilter).map(({ name, parameters }) => (
          <li key={name}>
            <a
              href={toFilterUrl(toStep(name), image)}
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
      <p id="playground-chains">
        or a chain <small>of up to {MAX_STEPS} filters</small>
      </p>
      <ul class="choices" aria-labelledby="playground-chains">
        {Object.entries(PRESETS).map(([name, chain]) => (
          <li key={name}>
            <a href={toFilterUrl(chain, image)} data-preset={name} title={chain}>{name}</a>
          </li>
        ))}
      </ul>
      <details data-options data-js hidden>
        <summary>Size, corners and format</summary>
        {/* Nobody sees the fields before. */}
        <DeferredFields>
          <Options />
        </DeferredFields>
      </details>
    </fieldset>
  );
}

function Options(): JSX.Element {
  const { width, height, fit, position, quality, radius } = REQUEST_PARAMETERS;
  return (
    <p class="fields">
      <label>
        Width <input name="width" type="number" min={width.min} max={width.max} placeholder="as before" />
      </label>
      <label>
        Height <input name="height" type="number" min={height.min} max={height.max} placeholder="as before" />
      </label>
      <label>
        Fit{" "}
        <select name="fit">
          {fit.allowed.map((name) => <option key={name} value={name === fit.fallback ? "" : name}>{name}</option>)}
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
          {WRITABLE_FORMATS.map((name) => <option key={name}>{name}</option>)}
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
  );
}
