import { probe } from "@pawkit/images/probe";
import { type RenderedDocument, renderMarkdown } from "@/lib/page/markdown.ts";

const DOCS = new URL("../../docs/", import.meta.url);

/** No limits: the pictures are our own. */
const ANY_PICTURE = { maxPixels: Infinity, maxTotalPixels: Infinity, maxFrames: Infinity };

/** Loads `docs/{name}.md` as a page shows it. */
export async function loadDocument(name: string, repositoryUrl?: string): Promise<RenderedDocument> {
  const text = await Deno.readTextFile(new URL(`${name}.md`, DOCS));
  const files = [...text.matchAll(/\]\((\.\.\/static\/[^)]+)\)/g)].map(([, file = ""]) => file);
  const sizes = await Promise.all(files.map(async (file) => {
    return [file, probe(await Deno.readFile(new URL(file, DOCS)), ANY_PICTURE)] as const;
  }));
  return renderMarkdown(text, { repositoryUrl, sizes: new Map(sizes) });
}
