import { probe } from "@pawkit/images/probe";
import type { Size } from "@pawkit/images";
import { DOCUMENT_FOLDER, readDocument } from "@/lib/page/docs/read_document.ts";
import { type RenderedDocument, renderMarkdown } from "@/lib/page/docs/markdown.ts";

/** No limits: the pictures are our own. */
const ANY_PICTURE = { maxPixels: Infinity, maxTotalPixels: Infinity, maxFrames: Infinity };

/** The size of our drawings, which have none as SVG. */
const DRAWING: Size = { width: 256, height: 256 };

/** Loads `docs/{name}.md` as a page shows it. */
export async function loadDocument(name: string, repositoryUrl?: string): Promise<RenderedDocument> {
  const text = await readDocument(name);
  const files = [...text.matchAll(/\]\((\.\.\/static\/[^)]+)\)/g)].map(([, file = ""]) => file);
  const sizes = await Promise.all(files.map(async (file) => [file, await measure(file)] as const));
  return renderMarkdown(text, { repositoryUrl, sizes: new Map(sizes) });
}

async function measure(file: string): Promise<Size> {
  return file.endsWith(".svg") ? DRAWING : probe(await Deno.readFile(new URL(file, DOCUMENT_FOLDER)), ANY_PICTURE);
}
