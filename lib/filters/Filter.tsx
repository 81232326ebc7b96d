import { type FilterInfo, FILTERS, MAX_RESULT_SIDE, WRITABLE_FORMATS } from "@pawkit/images";
import { asset } from "fresh/runtime";
import type { VNode } from "preact";
import { Code } from "@/lib/util/Code.tsx";

/** Chains that look good on most photographs. */
const LOOKS = {
  noir: "greyscale,contrast:0.45,gamma:0.85",
  faded: "contrast:-0.3,saturate:0.75,sepia:0.25,brightness:1.15",
  poster: "blur:1,saturate:1.3,contrast:0.6,brightness:1.1",
  blueprint: "normalize,sharpen:3,duotone:0b2e83-eaf4ff",
  arcade: "contrast:0.3,saturate:1.4,pixelate:6",
  stamp: "blur:1,threshold:115,duotone:8c1c13-fff4e0",
};

/** The filters that move pixels and leave their colours. */
const TURNS = ["resize", "rotate", "flip", "flop"];

/** The types that a visitor can choose. A phone converts its photographs to the first type. */
const READABLE = "image/jpeg,image/png,image/gif,image/webp,image/avif";

/** What a visitor sees first. */
const IMAGE = "/cat/Ada.png";
const CHAIN = "sepia";

/** Pictures for a visitor who has none. */
const SAMPLES = { Ada: IMAGE, Rex: "/fox/Rex.png?view=face", "Not found": "/404.png" };

/** A button: a filter, or a chain of filters. */
interface Choice {
  readonly name: string;
  /** The filter or chain, with an example value if the filter requires one. */
  readonly chain: string;
  readonly parameter?: FilterInfo["parameter"];
}

const CHOICES: Readonly<Record<string, readonly Choice[]>> = {
  Looks: Object.entries(LOOKS).map(([name, chain]) => ({ name, chain })),
  Filters: FILTERS.filter(({ name }) => !TURNS.includes(name)).map(toChoice),
  "Size and rotation": FILTERS.filter(({ name }) => TURNS.includes(name)).map(toChoice),
};

function toChoice({ name, parameter }: FilterInfo): Choice {
  const example = parameter !== undefined && "example" in parameter ? `:${parameter.example}` : "";
  return { name, chain: name + example, parameter };
}

/**
 * The part of the page that filters a picture: before and after, filters to choose, and code. With the script, buttons
 * and a slider write the chain as a text, and the picture follows the text. Without the script there are two forms: one
 * for an address, and one for a file.
 */
export function Filter({ origin }: { readonly origin: string }): VNode {
  const address = `/api/v2/filter/${CHAIN}?image=${IMAGE}`;
  const codes = {
    Link: origin + address,
    HTML: `<img src="${origin}${address}" width="512" height="512" alt="">`,
    Markdown: `![](${origin}${address})`,
    curl: `curl -o filtered.png "${origin}${address}"`,
    JavaScript: `const picture = await (await fetch("${origin}${address}")).blob();`,
  };
  return (
    <section id="filter" class="filter">
      <h2>Filter a picture</h2>
      <figure>
        <div class="compare">
          <img class="before" src={IMAGE} alt="The picture before" width="512" height="512" loading="lazy" />
          <img class="after" src={address} alt="The picture after" width="512" height="512" loading="lazy" />
          <small>Before</small>
          <small>After</small>
          <input class="live" id="split" type="range" aria-label="Divider between before and after" />
        </div>
        <figcaption class="files live">
          <output id="facts" /> <a id="save">Save</a>
        </figcaption>
      </figure>
      <div class="controls">
        <form id="upload" method="post" encType="multipart/form-data" action={`/api/v2/filter/${CHAIN}`}>
          <label>
            Your own picture (not stored)<span class="live">: choose, drop or paste it</span>
            <input type="file" name="image" accept={READABLE} required />
          </label>
          <p class="actions unscripted">
            {Object.values(CHOICES).flat().map(({ name, chain }) => (
              <button type="submit" key={name} class="quiet" formaction={`/api/v2/filter/${chain}`}>{name}</button>
            ))}
          </p>
        </form>
        <form id="chain" autocomplete="off">
          {/* Without the script, Enter presses the first button. */}
          <button type="submit" hidden formaction={`/api/v2/filter/${CHAIN}`} />
          <label>
            Or its address
            <input name="image" value={IMAGE} placeholder={IMAGE} inputMode="url" spellcheck={false} required />
          </label>
          <p class="samples actions live">
            {Object.entries(SAMPLES).map(([name, path]) => (
              <button type="button" key={name} class="quiet" value={path}>{name}</button>
            ))}
          </p>
          {Object.entries(CHOICES).map(([group, choices]) => (
            <fieldset key={group} class="thumbs">
              <legend>{group}</legend>
              {choices.map((each) => <Thumb key={each.name} {...each} />)}
            </fieldset>
          ))}
          <div class="live">
            <label>
              Filters <input id="steps" value={CHAIN} spellcheck={false} autocapitalize="none" />
            </label>
            <div id="rows" />
            <select id="add" aria-label="Add another filter">
              <option value="">+ Add another filter</option>
              {FILTERS.map(toChoice).map(({ name, chain }) => <option key={name} value={chain}>{name}</option>)}
            </select>
            <template id="row">
              <span /> <input /> <output />
              <button type="button" class="quiet">↑</button>
              <button type="button" class="quiet">✕</button>
            </template>
          </div>
          <p class="fields actions">
            {["Width", "Height"].map((side) => (
              <label key={side}>
                {side}{" "}
                <input name={side.toLowerCase()} type="number" min="1" max={MAX_RESULT_SIDE} placeholder="same" />
              </label>
            ))}
            <label>
              Format{" "}
              <select name="format">
                <option value="">same</option>
                {WRITABLE_FORMATS.map((format) => <option key={format}>{format}</option>)}
              </select>
            </label>
          </p>
        </form>
        <p id="problem" class="wrong" />
      </div>
      <Code codes={codes} />
      <script type="module" src={asset("/filter.js")} />
    </section>
  );
}

/** A button with the picture of a filter. The script reads the range of its strength. */
function Thumb({ name, chain, parameter }: Choice): VNode {
  return (
    <button type="submit" formaction={`/api/v2/filter/${chain}`} {...toRange(parameter)}>
      <img src={`/pictures/${name}.webp`} alt="" width="80" height="80" loading="lazy" /> {name}
    </button>
  );
}

function toRange(parameter: Choice["parameter"]): Readonly<Record<`data-${string}`, number | string>> {
  if (parameter?.type === "choice") {
    const [min = 0, next = 0] = parameter.allowed.map(Number);
    const max = Number(parameter.allowed.at(-1));
    return { "data-min": min, "data-max": max, "data-step": next - min, "data-value": parameter.default };
  }
  if (parameter?.type !== "number") return {};
  const { min, max, default: value, isRounded } = parameter;
  return { "data-min": min, "data-max": max, "data-step": isRounded || max > 20 ? 1 : 0.05, "data-value": value };
}
