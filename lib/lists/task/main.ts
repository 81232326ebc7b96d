// `deno task blocklist`. Only this file of the feature writes to the terminal.
// deno-lint-ignore-file no-console
import { fromFileUrl, join } from "@std/path";
import { build } from "@/lib/lists/task/build.ts";
import { parseConfig } from "@/lib/lists/task/config.ts";
import { ifExists } from "@/lib/util/fs.ts";
import { messageOf } from "@/lib/util/text.ts";

const USAGE =
  "Builds the block lists in data/generated from data/blocklist.json, or from the sample if that is missing.";

/** The lists that come with the service. */
export const SAMPLE_FOLDER: string = fromFileUrl(new URL("sample", import.meta.url));

/** Builds the lists of `data/blocklist.json` or, if that file is missing, the lists of the sample. */
export async function run(dataFolder: string, print: (line: string) => void): Promise<void> {
  const hasConfig = await ifExists(Deno.stat(join(dataFolder, "blocklist.json"))) !== undefined;
  const sources = hasConfig ? dataFolder : SAMPLE_FOLDER;
  const path = join(sources, "blocklist.json");
  const config = parseConfig(await Deno.readTextFile(path), path);
  await build({ config, sources, folder: join(dataFolder, "generated"), print });
}

if (import.meta.main) {
  try {
    // Somebody who asks for help does not want to build anything.
    if (Deno.args.length > 0) console.log(USAGE);
    else await run(fromFileUrl(new URL("../../../data", import.meta.url)), console.log);
  } catch (error) {
    console.error(messageOf(error));
    Deno.exitCode = 1;
  }
}
