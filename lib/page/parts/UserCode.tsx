import type { JSX, RenderableProps } from "preact";
import { CopyButton } from "@/lib/page/parts/Snippet.tsx";
import { toUserCode } from "@/static/user_code.js";

/** The address of the pictures of one kind. */
interface UserCodeProps {
  /** What is before the name. */
  readonly start: string;
  readonly query: string;
  /** Whom the other code shows. */
  readonly name: string;
}

/**
 * The code of one animal, and a switch to that of an animal for each user. It needs no script: the style sheet shows
 * one of the two.
 */
export function UserCode({ start, query, name, children }: RenderableProps<UserCodeProps>): JSX.Element {
  return (
    <div class="codes">
      {/* They belong to no form, which would send them. */}
      <input type="radio" name="whose" form="" id="for-one" checked />
      <label for="for-one">
        For <bdi>{name}</bdi>
      </label>{" "}
      <input type="radio" name="whose" form="" id="for-each" />
      <label for="for-each">For each of my users</label>
      <div class="one">{children}</div>
      <CodeRows class="each" label="The animal of each user" codes={toUserCode({ start, query })} />
    </div>
  );
}

/** Code in several languages, each with a button that copies it. */
export function CodeRows(
  { codes, label, ...props }: { readonly codes: Readonly<Record<string, string>>; label: string; class?: string },
): JSX.Element {
  return (
    <dl class={`embed ${props.class ?? ""}`.trim()} aria-label={label}>
      {Object.entries(codes).map(([language, code]) => (
        <div key={language}>
          <dt>{language}</dt>
          <dd class="copyable light">
            <code data-language={language}>
              {code}
            </code>
            <CopyButton label={`Copy the ${language}`} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
