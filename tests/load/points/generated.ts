import { cp } from "node:fs/promises";

/** A folder of block lists. */
export interface Generated {
  readonly dir: string;
  /** The path of a list of 20 MB in it. */
  readonly largeList: string;
}

/** A rule of 20 bytes. */
const LINE = "aaaaaaaaaaaaaaa.com\n";
const RULES = 1_000_000;

/** Copies the block lists of a folder to a new one, and adds a large list. */
export async function writeGenerated(folder: string): Promise<Generated> {
  const dir = await Deno.makeTempDir();
  await cp(folder, dir, { recursive: true });
  const largeList = "large/domains.txt";
  await Deno.mkdir(`${dir}/large`);
  await Deno.writeTextFile(`${dir}/${largeList}`, LINE.repeat(RULES));
  return { dir, largeList };
}
