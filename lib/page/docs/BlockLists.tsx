import type { JSX } from "preact";
import { LIST_FORMATS } from "@/lib/files/lists/formats.ts";
import { ORIGIN_MARK } from "@/lib/page/layout/rendered_text.ts";
import { CopyButton } from "@/lib/page/parts/Snippet.tsx";
import { renderPath } from "@/lib/page/parts/text.tsx";
import { MAX_PASTED_CHARACTERS } from "@/lib/files/parameters.ts";

/** What the page shows about a block list. */
export interface ListFacts {
  /** The names of the other lists. */
  readonly others: readonly string[];
  readonly entries: number;
  readonly date: Date;
}

interface BlockListsProps {
  /** The list with all names, if it has been generated. */
  readonly list: ListFacts | undefined;
}

/** The URLs to subscribe to, and a form that explains why a name is blocked. */
export function BlockLists({ list }: BlockListsProps): JSX.Element {
  return (
    <>
      <table class="subscribe">
        <caption>
          Paste the URL into your blocker. {list && <ListLine {...list} />}
        </caption>
        <tbody>
          {LIST_FORMATS.filter(({ label }) => label !== undefined).map(({ label, file }) => (
            <tr key={file} id={toListId(file)}>
              <th scope="row">{label}</th>
              <td class="copyable light">
                <code>
                  <a href={`/generated/all/${file}`}>
                    {ORIGIN_MARK}
                    {renderPath(`/generated/all/${file}`)}
                  </a>
                </code>
                <CopyButton label={`Copy the URL for ${label}`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <form
        class="lookup"
        id="lookup"
        action="/api/v1/static/cache"
        data-path="/api/v1/static/cache"
        autocomplete="off"
      >
        <label for="lookup-domain">Why is this name blocked?</label>
        <div class="name">
          <input
            id="lookup-domain"
            name="domain"
            required
            maxlength={MAX_PASTED_CHARACTERS}
            placeholder="ads.example.com"
            spellcheck={false}
            autocapitalize="none"
            inputmode="url"
          />
          <button type="submit" class="button">Look it up</button>
        </div>
        <div role="status" data-result></div>
      </form>
    </>
  );
}

/** Returns the anchor of the row of a file: `list-adblock` for `adblock.txt`. */
export function toListId(file: string): string {
  return `list-${file.replace(/\..*/, "")}`;
}

function ListLine({ others, entries, date }: ListFacts): JSX.Element {
  const day = date.toISOString().slice(0, "2026-11-17".length);
  return (
    <>
      {others.length > 0 && (
        <>
          Instead of <code>all</code>, use {others.map((name, index) => (
            <>
              {index > 0 && " or "}
              <code key={name}>{name}</code>
            </>
          ))} for one list alone.{" "}
        </>
      )}
      <code>adblock.txt</code> has {entries.toLocaleString("en")} entries; this copy is of{" "}
      <time dateTime={day}>{day}</time>.
    </>
  );
}
