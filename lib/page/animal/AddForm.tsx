import type { JSX } from "preact";
import type { AnimalKind } from "@pawkit/animals";
import { MAX_MEMBERS } from "@/lib/content/named/named_path.ts";
import { KindSelect } from "@/lib/page/animal/KindSelect.tsx";
import { NAME_FIELD } from "@/lib/page/parts/name_field.ts";

/** A group to which an animal can be added. */
interface AddFormProps {
  /** The kind in the path of the group. */
  readonly kind: AnimalKind;
  /** How many animals it has. */
  readonly count: number;
  /** The kinds that can look like the group. */
  readonly kinds: readonly AnimalKind[];
}

/** The form that adds an animal to a group. Only static/group.js can send it: a query has no group. */
export function AddForm({ kind, count, kinds }: AddFormProps): JSX.Element {
  if (count >= MAX_MEMBERS) {
    return <p class="note">A group has at most {MAX_MEMBERS} animals. Remove one to add another.</p>;
  }
  return (
    <form data-add data-js hidden autocomplete="off">
      <label for="add">Add a name</label>
      <div class="name">
        <input id="add" {...NAME_FIELD} pattern={PATTERN} placeholder="Name" required />
        <KindSelect kinds={kinds} chosen={kind} aria-label="Kind" />
        <button type="submit" class="button">Add</button>
      </div>
    </form>
  );
}

/** What the field accepts: not only spaces. */
const PATTERN = `(?=.*\\S)${NAME_FIELD.pattern}`;
