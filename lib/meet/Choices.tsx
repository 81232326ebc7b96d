import { type Kind, SCENES, TRAITS } from "@pawkit/animals";
import type { ComponentChildren, VNode } from "preact";
import { canLook, isMoving, type Look, maxSizeOf, sizeOf, toQuery } from "@/lib/meet/look.ts";
import { type Address, type Named, toName, toPath } from "@/lib/meet/names.ts";

interface ChoicesProps {
  readonly address: Address;
  readonly look: Look;
}

/** The traits that are too small on the whole animal, so their pictures show only the face. */
const FACIAL = ["eyes", "head", "ears", "mood", "fringe", "crest"];

/** Examples of backgrounds that are colours. */
const COLOURS = ["none", "ffd166", "ffd166-ef476f"];

/** What can be chosen: how the picture is made, and each trait that all of the animals have. */
export function Choices(props: ChoicesProps): VNode {
  const { address, look } = props;
  const { animals } = address;
  const kinds = [...new Set(animals.map(({ kind }) => kind))] as [Kind, ...Kind[]];
  const traits = Object.entries(TRAITS[kinds[0]]).map(([trait, words]) =>
    [trait, words.filter((word) => kinds.every((kind) => TRAITS[kind][trait]?.includes(word)))] as const
  );
  // A fish is in water and has no scene.
  const hasScenes = canLook(animals, { background: SCENES[0] });
  return (
    <div class="folds look">
      <PictureOptions {...props} />
      {[...traits, ["background", [...hasScenes ? SCENES : [], ...COLOURS]] as const].map(([trait, words]) => (
        words.length > 0 && <Wardrobe key={trait} trait={trait} words={words} address={address} look={look} />
      ))}
    </div>
  );
}

/** How the picture is made. */
function PictureOptions({ address, look }: ChoicesProps): VNode {
  const { view = "", radius = "", motion } = look;
  const [size, standard] = [sizeOf(address, look), sizeOf(address, {})];
  const sizes = [64, 128, 256, 512, 1024].filter((each) => each <= maxSizeOf(address));
  const shown = view === "card" ? "card" : `${view || "whole"}, ${size} px`;
  const chosen = `${shown}, ${isMoving(address, look) ? "moving" : "still"}`;
  const toValue = (pixels: number) => pixels === standard ? "" : `${pixels}`;
  return (
    <Fold name="picture" chosen={chosen}>
      <div class="options">
        {address.animals.length === 1 && (
          <Chips
            name="motion"
            label="Motion"
            values={[[motion === "on" ? motion : "", "moving"], ["off", "still"]]}
            chosen={motion ?? ""}
          />
        )}
        <Chips name="view" label="View" values={[["", "whole"], ["face", "face"], ["card", "card"]]} chosen={view} />
        <Chips
          name="radius"
          label="Corners"
          values={[["", "square"], ["64", "rounded"], ["max", "circle"]]}
          chosen={`${radius}`}
        />
        <Chips
          name="size"
          label="Size in px"
          values={sizes.map((each) => [toValue(each), `${each}`])}
          chosen={toValue(size)}
        />
      </div>
    </Fold>
  );
}

interface WardrobeProps extends ChoicesProps {
  readonly trait: string;
  readonly words: readonly string[];
}

/** The choices of one trait, or of the background, as pictures of the first animal. They load when they are shown. */
function Wardrobe({ trait, words, address: { animals }, look }: WardrobeProps): VNode {
  const [first] = animals as [Named];
  const { size: _, view: _2, radius: _3, motion: _4, ...worn } = look;
  const isAlone = Object.entries(worn).every(([name, value]) => name === trait || value === undefined);
  const chosen = `${look[trait as keyof Look] ?? ""}`;
  const isOwn = trait === "background" && !words.includes(chosen);
  const view = FACIAL.includes(trait) ? "face" : undefined;
  return (
    <Fold name={trait} chosen={toWords(chosen)}>
      {animals.length > 1 && <p class="hint">Choices apply to every animal. The pictures show {toName(first)}.</p>}
      <div class="wardrobe">
        {["", ...words].map((word) => {
          const value = word === "" ? undefined : word;
          // One choice alone always works.
          const isPossible = isAlone || canLook(animals, { ...worn, [trait]: value });
          // A value that excludes another choice is shown without the other choices.
          const shown = isPossible ? { ...worn, [trait]: value, view } : { [trait]: value, view };
          return (
            <label key={word}>
              <input
                type="radio"
                name={trait}
                value={word}
                checked={word === (isOwn ? "" : chosen)}
                disabled={!isPossible}
              />
              <img
                src={`${toPath(first.kind, [first])}.svg${toQuery(shown)}`}
                alt=""
                width="96"
                height="96"
                loading="lazy"
                data-of={trait}
              />
              {word === "" ? "its own" : toWords(word)}
            </label>
          );
        })}
      </div>
      <p class="hint">Pale pictures exclude something that you chose.</p>
      {trait === "background" && (
        <label class="own">
          Your own <input name="background" value={isOwn ? chosen : ""} placeholder="ffd166, or mint-hearts" />
        </label>
      )}
    </Fold>
  );
}

function toWords(value: string): string {
  return value.replaceAll("-", " ");
}

interface FoldProps {
  readonly name: string;
  readonly chosen: string;
  readonly children: ComponentChildren;
}

/** A part of the form that opens. Only one part is open at a time. Without the script, a button sends the choice. */
function Fold({ name, chosen, children }: FoldProps): VNode {
  return (
    <details name="look" id={`look-${name}`}>
      <summary>{name} {chosen !== "" && <small>{chosen}</small>}</summary>
      {children}
      <button type="submit" class="unscripted">Show</button>
    </details>
  );
}

interface ChipsProps {
  readonly name: string;
  readonly label: string;
  readonly values: readonly (readonly [value: string, text: string])[];
  readonly chosen: string;
}

/** A row of radio buttons. If the address has another value, the row has a button for that value, too. */
export function Chips({ name, label, values, chosen }: ChipsProps): VNode {
  const isKnown = values.some(([value]) => value === chosen);
  return (
    <fieldset class="chips">
      <legend>{label}</legend>
      {[...values, ...isKnown ? [] : [[chosen, chosen] as const]].map(([value, text]) => (
        <label key={value}>
          <input type="radio" name={name} value={value} checked={value === chosen} /> {text}
        </label>
      ))}
    </fieldset>
  );
}
