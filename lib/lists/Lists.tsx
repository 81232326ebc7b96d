import type { VNode } from "preact";
import { FORMATS } from "@/lib/lists/task/formats.ts";
import { Code } from "@/lib/util/Code.tsx";

/** The list that people subscribe to. docs/lists.md asks operators to call one of their lists `all`. */
const LIST = "/generated/all";

/** The addresses of the block lists, and a form that finds the lists that block a name. */
export function Lists({ origin }: { readonly origin: string }): VNode {
  const addresses = FORMATS.map(({ file, readers }) => [readers, `${origin}${LIST}/${file}`]);
  const subscription = new URLSearchParams({ location: `${origin}${LIST}/adblock.txt`, title: "Pawkit" });
  return (
    <section id="block-lists">
      <h2>Block ads and trackers</h2>
      <p>
        Subscribe to one address, in a browser or for a whole network. The lists that come with the service are a short
        sample, and their titles say so.
      </p>
      <Code codes={Object.fromEntries(addresses)} />
      <p class="actions">
        <a class="button quiet" href={`abp:subscribe?${subscription}`}>Subscribe with an ad blocker</a>
      </p>
      <form id="lookup" action="/api/v1/static/cache">
        <label>
          Which list blocks this name?{" "}
          <input name="domain" required maxLength={253} placeholder="ads.example.com" spellcheck={false} />
        </label>{" "}
        <button type="submit">Look up</button>
        <output />
      </form>
    </section>
  );
}
