import type { JSX } from "preact";

/** The buttons that pass on the address of a page. static/animal.js shows those that the browser can do. */
export function ShareButtons(): JSX.Element {
  return (
    <>
      <button type="button" class="button" data-copy-address data-js hidden>Copy link</button>{" "}
      <button type="button" class="button" data-share-page data-js hidden>Share</button>
    </>
  );
}
