import type { JSX } from "preact";
import { quoteForShell } from "@/static/format.js";

/** Options of {@linkcode Curl}. */
export interface CurlProps {
  readonly url: string;
  /** Options of curl, followed by a space. */
  readonly options?: string;
}

/** A curl command with a button that copies it. The script updates its URL. */
export function Curl({ url, options = "" }: CurlProps): JSX.Element {
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
