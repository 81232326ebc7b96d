import type { JSX } from "preact";
import { quote } from "@/lib/page/calls.ts";

/** Options of {@linkcode Curl}. */
export interface CurlProps {
  readonly address: string;
  /** What stands before the address, with a space at its end. */
  readonly options?: string;
}

/** A command to copy; the script keeps its address up to date. */
export function Curl({ address, options = "" }: CurlProps): JSX.Element {
  return (
    <div class="copyable">
      <pre tabindex={0} aria-label="Command"><code>curl {options}<span data-address>{quote(address)}</span></code></pre>
      <CopyButton label="Copy the command" />
    </div>
  );
}

/** Copies the text of the code next to it. */
export function CopyButton({ label }: { readonly label: string }): JSX.Element {
  return <button type="button" class="copy" data-copy data-js hidden aria-label={label}>Copy</button>;
}
