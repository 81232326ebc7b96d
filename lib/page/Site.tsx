import type { JSX } from "preact";

/** The bar at the top of every page. */
export function SiteHeader(): JSX.Element {
  return (
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
  );
}

/** The line at the end of every page. */
export function SiteFooter(): JSX.Element {
  return (
    <footer class="site">
      <p>Pawkit is free software under the MIT licence. The animals were drawn by the service itself.</p>
    </footer>
  );
}
