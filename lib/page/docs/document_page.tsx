import type { JSX } from "preact";
import type { Config } from "@/fresh.config.ts";
import { readListDate } from "@/lib/files/lists/manifest_file.ts";
import { cacheWithOrigin, REVALIDATE } from "@/lib/http/cache_control.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { DOCUMENTS } from "@/lib/endpoints/documents.ts";
import type { ListFacts } from "@/lib/page/docs/BlockLists.tsx";
import { PAGE_OPTIONS, type PageContext, renderPage } from "@/lib/page/layout/render_page.ts";
import type { RenderedTextCache } from "@/lib/page/layout/rendered_text.ts";

/** What the documentation needs of the service. */
interface DocumentServices {
  readonly config: Config;
  readonly renderedTexts: RenderedTextCache;
}

/** Responds with a page of the documentation, or with its index if the name is empty. */
export async function respondWithDocument(
  ctx: PageContext,
  { config, renderedTexts }: DocumentServices,
  name: string,
): Promise<Response> {
  const listDate = name === "lists" ? await readListDate(config.generatedDir) : undefined;
  // The commands of operators are for the machine on which they run the service.
  const options = DOCUMENTS[name]?.audience === "callers"
    ? { origin: publicOrigin(ctx, config), cache: cacheWithOrigin(REVALIDATE, config) }
    : {};
  return await renderedTexts.respond(ctx, {
    name: `/docs/${name} ${listDate?.getTime()}`,
    ...PAGE_OPTIONS,
    ...options,
    render: async () => await renderPage(ctx, await createPage(config, name, listDate)),
  });
}

async function createPage(config: Config, name: string, listDate: Date | undefined): Promise<JSX.Element> {
  // Imported here, so that a cold start does not wait for a page that nobody requested.
  const { DocumentPage } = await import("@/lib/page/docs/DocumentPage.tsx");
  const { loadDocument } = await import("@/lib/page/docs/load_document.ts");
  const list = listDate && await describeList(config.generatedDir, listDate);
  const document = await loadDocument(name === "" ? "README" : name, config.repositoryUrl);
  return <DocumentPage name={name} config={config} document={document} list={list} />;
}

/** Describes the list of all names and rules. */
async function describeList(folder: string, date: Date): Promise<ListFacts> {
  const { loadManifest } = await import("@/lib/files/lists/manifest.ts");
  const { files } = await loadManifest(folder, "ignore");
  const others = new Set(files.map(({ list }) => list).filter((name) => name !== "all"));
  return {
    others: [...others],
    date,
    entries: files.find(({ path }) => path === "all/adblock.txt")?.entries ?? 0,
  };
}
