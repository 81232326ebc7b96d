import type { JSX } from "preact";
import { type SnippetRequest, toCurl } from "@/static/snippets.js";

/** A curl command with a button that copies it. The page's script adds the other languages. */
export function Snippet({ request }: { readonly request: SnippetRequest }): JSX.Element {
  return (
    <div class="snippet" data-snippet>
      <div class="copyable">
        <pre tabindex={0} role="group" aria-label="Code">
          <code data-code>{toCurl(request)}</code>
        </pre>
        <CopyButton label="Copy the code" />
      </div>
    </div>
  );
}

/** A button that copies the text of the code element next to it. */
export function CopyButton({ label }: { readonly label: string }): JSX.Element {
  return <button type="button" class="copy" data-copy data-js hidden aria-label={label}>Copy</button>;
}
