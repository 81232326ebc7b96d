import type { JSX } from "preact";
import { quoteForShell } from "@/static/format.js";

/** A curl command with a button that copies it. `options` must end in a space. The page's script changes the URL. */
export function Curl({ url, options = "" }: { readonly url: string; readonly options?: string }): JSX.Element {
  return (
    <div class="copyable">
      <pre tabindex={0} aria-label="Command"><code>curl {options}<span data-url>{quoteForShell(url)}</span></code></pre>
      <CopyButton label="Copy the command" />
    </div>
  );
}

/** A button that copies the text of the code element next to it. */
export function CopyButton({ label }: { readonly label: string }): JSX.Element {
  return <button type="button" class="copy" data-copy data-js hidden aria-label={label}>Copy</button>;
}
