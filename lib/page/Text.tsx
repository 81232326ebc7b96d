import type { JSX } from "preact";

/** A path or URL with its variables marked, which breaks after its slashes. */
export function Breakable({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split(/(?<=[\w}]\/)/).map((part) => part.split(/(\{\w+\})/));
  return (
    <>
      {parts.flatMap(([start, variable, end], index) => [
        index > 0 && <wbr key={index} />,
        start,
        variable && <var key={variable}>{variable}</var>,
        end,
      ])}
    </>
  );
}

/** The path of an endpoint as code. */
export function Path({ path }: { readonly path: string }): JSX.Element {
  return (
    <code class="path">
      <Breakable text={path} />
    </code>
  );
}

/** Text in which backticks mark code. */
export function Prose({ text }: { readonly text: string }): JSX.Element {
  return <>{text.split("`").map((part, index) => index % 2 === 1 ? <code key={index}>{part}</code> : part)}</>;
}
