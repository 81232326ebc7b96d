import { Fragment, type JSX } from "preact";

/** A path or URL that breaks after its slashes. */
export function Breakable({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {text.split(/(?<=\w\/)/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** The path of an endpoint with its variables highlighted. It breaks only after slashes. */
export function Path({ path }: { readonly path: string }): JSX.Element {
  return (
    <code class="path">
      {path.split(/(?<=\/)/).map((part, index) => (
        <Fragment key={index}>
          {index > 1 && <wbr />}
          {part.split(/(\{\w+\})/).map((piece, place) => place % 2 === 1 ? <var key={place}>{piece}</var> : piece)}
        </Fragment>
      ))}
    </code>
  );
}

/** Text in which backticks mark code. */
export function Prose({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {text.split("`").map((part, index) =>
        index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>
      )}
    </>
  );
}
