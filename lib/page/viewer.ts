import { EXAMPLE_ORIGIN } from "@/lib/endpoints/endpoint.ts";
import { CONTENT_SECURITY } from "@/lib/http/content_security.ts";
import type { RenderedText } from "@/lib/page/rendered_text.ts";

/** How the files of the viewer are loaded: with the first request for one, because they have two million characters. */
const load = () => import("@/lib/page/viewer_files.ts");

/** The viewer of the OpenAPI document at `/docs`, by file name. The empty name is its page. */
const VIEWER: Readonly<Record<string, Omit<RenderedText, "name">>> = {
  "": { type: "text/html; charset=utf-8", headers: CONTENT_SECURITY.page, render: renderViewer },
  "swagger-ui.js": { type: "text/javascript; charset=utf-8", render: async () => (await load()).script },
  "swagger-ui.css": { type: "text/css; charset=utf-8", render: async () => (await load()).style },
};

/** Returns a file of the viewer, or `undefined` if there is none of this name. */
export function findViewerFile(file: string): RenderedText | undefined {
  const found = Object.hasOwn(VIEWER, file) ? VIEWER[file] : undefined;
  return found && { name: `docs ${file}`, ...found };
}

/** The URL of the document. The script of the page writes the real address into it. */
const DOCUMENT = `<a href="/openapi.json"><span data-origin>${EXAMPLE_ORIGIN}</span>/openapi.json</a>`;

// Without the style of the other pages: its names of classes are also those of the viewer.
function renderViewer(): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>API reference: Pawkit</title>
<meta name="description" content="Every endpoint of Pawkit, from its OpenAPI document, with forms that send requests.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/swagger-ui.css"><link rel="stylesheet" href="/docs.css">
<script defer src="/docs/swagger-ui.js"></script><script type="module" src="/docs.js"></script></head>
<body><header><a class="brand" href="/"><img src="/favicon.svg" alt="" width="32" height="32"> Pawkit</a>
<nav aria-label="Pages"><a href="/">Front page</a> <a href="/#errors">Errors and limits</a>
<a href="/openapi.json">openapi.json</a></nav></header>
<noscript><p>This page needs JavaScript. <a href="/">The front page</a> describes every
endpoint without it, <a href="/llms.txt">llms.txt</a> in plain text.</p></noscript>
<div id="viewer"></div>
<footer><p>Two programs that make a typed client of <a href="/openapi.json">openapi.json</a>, which is OpenAPI 3.1:</p>
<pre tabindex="0"><code>npx openapi-typescript ${DOCUMENT} -o pawkit.d.ts
npx -p typescript@5 -p @hey-api/openapi-ts openapi-ts -i ${DOCUMENT} -o pawkit</code></pre></footer>
</body></html>`;
}
