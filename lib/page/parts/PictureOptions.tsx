import type { JSX } from "preact";
import type { PictureVariant } from "@/lib/content/drawings/variant.ts";
import {
  findOwnColour,
  listOptions,
  type PictureOptionValue,
  type SizeRange,
} from "@/lib/page/parts/picture_options.ts";

/** Where the choices about a picture lead. */
interface PictureOptionsProps {
  readonly variant: PictureVariant;
  /** The sides that it can have, if they are not those of one animal. */
  readonly sizes?: SizeRange;
  /** Returns the address of the page that shows a variant. */
  readonly toHref: (variant: PictureVariant) => string;
}

/**
 * How much of an animal is shown, its corners, its size and its background, as links to the page that shows it so.
 * static/show_animal.js and static/dress_up.js need no new page.
 */
export function PictureOptions({ variant, sizes, toHref }: PictureOptionsProps): JSX.Element {
  return (
    <div class="options" id="options">
      {listOptions(variant, sizes).map(({ name, label, values }) => (
        <div key={name}>
          <span id={`option-${name}`}>{label}</span>
          <ul class="choices" aria-labelledby={`option-${name}`}>
            {values.map((each) => (
              <li key={each.value}>
                <a
                  href={`${toHref(each.variant)}#options`}
                  class={each.isColour ? "swatch" : undefined}
                  data-name={name}
                  data-value={each.value}
                  aria-current={each.isCurrent ? "true" : undefined}
                >
                  {each.isColour ? <Swatch {...each} /> : each.label}
                </a>
              </li>
            ))}
          </ul>
          {name === "background" && <OwnColour variant={variant} toHref={toHref} />}
        </div>
      ))}
    </div>
  );
}

/** A colour and its name. As a drawing, because the content security policy forbids the attribute `style`. */
function Swatch({ label, value }: PictureOptionValue): JSX.Element {
  return (
    <>
      <svg viewBox="0 0 1 1" aria-hidden="true">
        <path fill={`#${value}`} d="M0 0h1v1H0z" />
      </svg>
      <span class="unseen">{label}</span>
    </>
  );
}

/** The field of any other colour, which only scripts can read. */
function OwnColour({ variant, toHref }: PictureOptionsProps): JSX.Element {
  const { value, isChosen } = findOwnColour(variant);
  return (
    <>
      {/* The hero reads its choices from links. */}
      <a hidden data-name="background" data-value={value} data-own aria-current={isChosen ? "true" : undefined}></a>
      <label data-js hidden>
        <input
          type="color"
          id="colour"
          value={`#${value}`}
          data-href={toHref({ ...variant, background: "{colour}" })}
          aria-label="Own colour"
        />{" "}
        Own colour
      </label>
    </>
  );
}
