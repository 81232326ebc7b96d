import type { JSX } from "preact";
import { type AnimalKind, ANIMALS } from "@pawkit/animals";

type KindSelectProps = JSX.IntrinsicElements["select"] & {
  /** Those that can be chosen. */
  readonly kinds: readonly AnimalKind[];
  readonly chosen: AnimalKind;
};

/** A choice of one kind. */
export function KindSelect({ kinds, chosen, ...attributes }: KindSelectProps): JSX.Element {
  return (
    <select autocomplete="off" {...attributes}>
      {ANIMALS.map((each) => (
        <option key={each} value={each} selected={each === chosen} disabled={!kinds.includes(each)}>{each}</option>
      ))}
    </select>
  );
}
