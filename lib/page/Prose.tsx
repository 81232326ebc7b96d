import { Fragment, type JSX } from "preact";

/** Text in which `backticks` mark code. */
export function Prose({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {text.split("`").map((part, at) =>
        at % 2 === 1 ? <code key={at}>{part}</code> : <Fragment key={at}>{part}</Fragment>
      )}
    </>
  );
}
