import type { JSX } from "preact";
import { tokenizeJson } from "@/static/format.js";

/** An indented JSON value with syntax highlighting. */
export function JsonView({ value }: { readonly value: unknown }): JSX.Element {
  const tokens = tokenizeJson(JSON.stringify(value, null, 2));
  return (
    <code class="json">
      {tokens.map(({ text, kind }, index) => kind === undefined ? text : <span key={index} class={kind}>{text}</span>)}
    </code>
  );
}
