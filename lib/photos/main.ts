// The command behind `deno task photos`. No other file of this folder reads the settings or writes to the terminal.
import { join } from "@std/path";
import { loadConfig } from "@/fresh.config.ts";
import { sleep } from "@/lib/async/deadline.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { escapeUnsafe } from "@/lib/text/unsafe_characters.ts";
import plan from "@/lib/photos/categories.json" with { type: "json" };
import { checkGallery, checkUrls } from "@/lib/photos/check.ts";
import { createClient } from "@/lib/photos/commons.ts";
import { type Command, parseCommand, USAGE } from "@/lib/photos/command.ts";
import { fillGallery } from "@/lib/photos/fill.ts";
import { withGallery } from "@/lib/photos/gallery.ts";
import { print } from "@/lib/process/progress.ts";

// There is no handler of signals: a run can be killed at any moment, and the same command continues.
try {
  await run(parseCommand(Deno.args));
} catch (error) {
  printLine(Deno.stderr, messageOf(error));
  Deno.exitCode = 1;
}

async function run({ help, api, check, count, ...command }: Command): Promise<void> {
  if (help) return print(Deno.stdout, USAGE);
  const { contentDir = "content", allowPrivateHosts, ...config } = loadConfig();
  const { contact = config.contact, into = contentDir, license } = command;
  if (contact === undefined) {
    throw new TypeError("Cannot ask Wikimedia Commons: --contact or CONTACT must be your e-mail address or a URL");
  }
  const get = createClient({ api, contact, wait });
  for (const kind of command.kind) {
    const folder = join(into, "animals", kind);
    if (check) {
      // Opening a gallery would create its folder.
      const isFilled = await ifExists(Deno.stat(folder)) !== undefined;
      const removed = isFilled ? await withGallery(folder, (gallery) => checkGallery(gallery, get)) : [];
      const dead = await checkUrls(`${folder}.json`, allowPrivateHosts);
      if (dead.length > 0) Deno.exitCode = 1;
      const report = [`${removed.length} pictures removed, ${dead.length} URLs dead`, ...removed, ...dead];
      for (const line of report) printLine(Deno.stdout, `${kind}: ${line}`);
      continue;
    }
    const { category: categories = plan.kinds[kind] } = command;
    const onAdded = (progress: string) => printLine(Deno.stderr, `${kind} ${progress}`);
    const lines = await withGallery(folder, (gallery) => {
      return fillGallery(gallery, { get, categories, license, count, onAdded });
    });
    for (const line of lines) printLine(Deno.stdout, `${kind}: ${line}`);
  }
}

async function wait(ms: number, reason?: string): Promise<void> {
  if (reason !== undefined) printLine(Deno.stderr, `${reason}, waiting ${Math.ceil(ms / 1000)} s`);
  await sleep(ms);
}

function printLine(stream: typeof Deno.stdout, text: string): void {
  print(stream, `${escapeUnsafe(text)}\n`);
}
