import type { JSX } from "preact";
import type { App, PageProps } from "fresh";

/** An app wrapper with a title and a description, which pages can replace. */
export function Wrapper({ Component }: PageProps): JSX.Element {
  return (
    <html lang="en">
      <head>
        <title>Default</title>
        <meta name="description" content="default" />
      </head>
      <body>
        <Component />
      </body>
    </html>
  );
}

/** Returns the body of a page. */
export async function getPage(app: App<unknown>, path = "/"): Promise<string> {
  return await (await app.handler()(new Request(`http://localhost${path}`))).text();
}
