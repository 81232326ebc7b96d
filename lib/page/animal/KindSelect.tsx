import type { JSX } from "preact";
import type { AnimalKind } from "@pawkit/animals";

type KindSelectProps = JSX.IntrinsicElements["select"] & {
  readonly kinds: readonly AnimalKind[];
  readonly chosen: AnimalKind;
};

/** A choice of one kind. */
export function KindSelect({ kinds, chosen, ...attributes }: KindSelectProps): JSX.Element {
  return (
    <select {...attributes}>
      {kinds.map((each) => <option key={each} value={each} selected={each === chosen}>{each}</option>)}
    </select>
  );
}
