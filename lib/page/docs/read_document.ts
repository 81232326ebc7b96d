/** The folder with the documents. */
export const DOCUMENT_FOLDER: URL = new URL("../../../docs/", import.meta.url);

/** Reads the text of `docs/{name}.md`. */
export async function readDocument(name: string): Promise<string> {
  return await Deno.readTextFile(new URL(`${name}.md`, DOCUMENT_FOLDER));
}
