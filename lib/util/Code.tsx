import type { VNode } from "preact";

/** Code in some languages, each with a button that copies it. Without a script, the style sheet hides the buttons. */
export function Code({ codes }: { readonly codes: Readonly<Record<string, string>> }): VNode {
  return (
    <dl class="code">
      {Object.entries(codes).map(([language, code]) => (
        <div key={language}>
          <dt>{language}</dt>
          <dd>
            <code>{code}</code>
            <button type="button" class="quiet" data-copy aria-label={`Copy ${language}`}>Copy</button>
          </dd>
        </div>
      ))}
    </dl>
  );
}
