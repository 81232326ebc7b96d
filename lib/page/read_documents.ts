import { DOCUMENTS } from "@/lib/page/documents.ts";

/** The folder with the documents. */
const FOLDER = new URL("../../docs/", import.meta.url);

/** Reads the text of each page of the documentation. A copy of the service may lack some of them, or all. */
export async function readDocuments(): Promise<Readonly<Record<string, string>>> {
  const read = async (page: string): Promise<[page: string, text: string][]> => {
    try {
      return [[page, await Deno.readTextFile(new URL(`${page}.md`, FOLDER))]];
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
  };
  return Object.fromEntries((await Promise.all(Object.keys(DOCUMENTS).map(read))).flat());
}
