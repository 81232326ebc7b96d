import { Fragment, type JSX } from "preact";

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
