import { dirname } from "@std/path";
import { z } from "zod";
import { parseJsonDocument } from "@/lib/process/json_document.ts";

const ID = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, "must be lower-case letters, digits and hyphens");
// These lines are written into the header of a list: the text after a newline would be an entry.
const LINE = z.string().regex(/^[^\r\n]{1,200}$/, "must be one line of 1 to 200 characters");

const SOURCE = z.strictObject({ id: ID, title: LINE, from: LINE, license: LINE });

const LIST = z.strictObject({
  name: ID,
  title: LINE,
  description: LINE,
  // That of the configuration if it is absent.
  license: LINE.exactOptional(),
  sources: z.array(ID).min(1),
});

const CONFIG = z.strictObject({
  license: LINE,
  // The page that the header of each list names.
  homepage: LINE.optional(),
  expires: LINE,
  allow: z.array(LINE),
  // A line of the provenance file may name all of them, and must fit into one read.
  sources: z.array(SOURCE).min(1).max(50),
  lists: z.array(LIST).min(1),
});

/** Where names come from: a file next to the configuration, or an `http:` or `https:` URL. */
export type ListSource = Readonly<z.infer<typeof SOURCE>>;

/** A list to generate, in every format. */
export type ListConfig = Readonly<z.infer<typeof LIST>>;

/** The lists to generate and their sources. */
export interface BlocklistConfig extends Readonly<z.infer<typeof CONFIG>> {
  /** The folder that file names are relative to. */
  readonly folder: string;
}

/** Loads the configuration of the generator. @throws {TypeError} naming the invalid field. */
export async function loadListConfig(path: string): Promise<BlocklistConfig> {
  // Version 1 spelled the key `licence`.
  const text = (await Deno.readTextFile(path)).replaceAll(/"licence"(?=\s*:)/g, '"license"');
  const config = { ...parseJsonDocument(text, { name: path, schema: CONFIG }), folder: dirname(path) };
  const error = findError(config);
  if (error !== undefined) throw new TypeError(`Cannot use "${path}": ${error}`);
  return config;
}

function findError({ sources, lists }: BlocklistConfig): string | undefined {
  const ids = new Set(sources.map((source) => source.id));
  if (ids.size < sources.length) return "two sources have the same id";
  const unknown = lists.flatMap((list) => list.sources).find((id) => !ids.has(id));
  if (unknown !== undefined) return `no source has the id "${unknown}"`;
  return new Set(lists.map((list) => list.name)).size < lists.length ? "two lists have the same name" : undefined;
}
