import type { JSX } from "preact";
import { FILTERS } from "@pawkit/images";
import { FIRST_FILTER, toStep } from "@/lib/page/parts/filter_links.ts";

/**
 * Filters a picture without scripts: each filter is a button, because only a button can change the path of a form. A
 * file and a URL need two forms, because they are sent with different methods; the browser shows one at a time.
 */
export function PlainFilterForms({ accept }: { readonly accept: string }): JSX.Element {
  return (
    <div class="lookup plain">
      <details name="plain" open>
        <summary>Filter your picture</summary>
        <PlainForm method="post" enctype="multipart/form-data" label="Picture" type="file" accept={accept} />
      </details>
      <details name="plain">
        <summary>Filter a picture on the web</summary>
        <PlainForm method="get" label="URL" type="url" placeholder="https://…" />
      </details>
    </div>
  );
}

interface PlainFormProps {
  readonly method: "get" | "post";
  readonly enctype?: string;
  readonly label: string;
}

function PlainForm({ method, enctype, label, ...field }: JSX.IntrinsicElements["input"] & PlainFormProps): JSX.Element {
  return (
    <form method={method} enctype={enctype} action={`/api/v2/filter/${FIRST_FILTER}`}>
      <label>
        {label} <input name="image" required {...field} />
      </label>
      <p class="actions">
        {FILTERS.map((name) => (
          <button key={name} type="submit" class="copy" formaction={`/api/v2/filter/${toStep(name)}`}>{name}</button>
        ))}
      </p>
    </form>
  );
}
