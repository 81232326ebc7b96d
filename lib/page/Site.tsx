import type { JSX, RenderableProps } from "preact";

/** The frame of every page: the header, the main content and the footer. */
export function Site({ class: mainClass, children }: RenderableProps<{ class?: string }>): JSX.Element {
  return (
    <>
      <header class="site">
        <a class="skip" href="#main">Skip to the content</a>
        <a class="brand" href="/">
          <img src="/favicon.svg" alt="" width={32} height={32} />Pawkit
        </a>
        <nav aria-label="Main">
          <a href="/#endpoints">Endpoints</a>
          <a href="/#playground">Playground</a>
          <a href="/#errors">Errors</a>
          <a href="/openapi.json">OpenAPI</a>
        </nav>
      </header>
      <main id="main" class={mainClass} tabindex={-1}>{children}</main>
      <footer class="site">
        <p>Pawkit is free software under the MIT licence. The service drew the animals itself.</p>
      </footer>
    </>
  );
}
