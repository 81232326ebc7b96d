import type { JSX } from "preact";
import { NAME_FIELD } from "@/lib/page/parts/name_field.ts";
import type { ShownAnimal } from "@/lib/page/parts/shown_animal.ts";

/** The form that leads to a child of the animal, unless that has parents itself or a plus, which would mean them. */
export function ChildForm({ kind, name, parents }: ShownAnimal): JSX.Element | null {
  if (parents !== undefined) return <p class="note">It is the child of two, and a child has no children of its own.</p>;
  if (name.includes("+")) return null;
  return (
    <form action={`/${kind}`} autocomplete="off">
      <input type="hidden" name="seed" value={name} />
      <label for="with">Have a child with</label>
      <div class="name">
        <input
          id="with"
          {...NAME_FIELD}
          name="with"
          pattern={ONE_NAME}
          title={ONE_NAME_TITLE}
          placeholder="Name"
          required
        />
        <button type="submit" class="button">Meet the child</button>
      </div>
    </form>
  );
}

/** What the field of the other parent accepts: a name with a page and without a plus. */
const ONE_NAME = `(?!.*\\+)${NAME_FIELD.pattern}`;
const ONE_NAME_TITLE = "One name, without + and without an extension such as .png";
