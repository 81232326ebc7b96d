// The command behind `deno task photos`. No other file of this folder reads the settings or writes to the terminal.
import { setTimeout } from "node:timers/promises";
import { join } from "@std/path";
import { loadConfig } from "@/fresh.config.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { escapeUnsafe } from "@/lib/http/unsafe_characters.ts";
import plan from "@/lib/photos/categories.json" with { type: "json" };
import { checkGallery, checkUrls } from "@/lib/photos/check.ts";
import { createClient } from "@/lib/photos/client.ts";
import { type Command, parseCommand, USAGE } from "@/lib/photos/command.ts";
import { fillGallery } from "@/lib/photos/fill.ts";
import { withGallery } from "@/lib/photos/gallery.ts";
import { createTerminalProgress, print, toBar } from "@/lib/process/progress.ts";

const progress = createTerminalProgress();
const stop = new AbortController();
const { signal } = stop;

for (const name of ["SIGINT", "SIGTERM"] as const) {
  // The second signal ends the process at once, which is safe, too.
  Deno.addSignalListener(name, () => signal.aborted ? Deno.exit(130) : stop.abort());
}

try {
  Deno.exitCode = await run(parseCommand(Deno.args));
} catch (error) {
  progress.clear();
  const stopped = "Stopped. What was downloaded is stored; the same command continues.";
  print(Deno.stderr, `${signal.aborted ? stopped : escapeUnsafe(messageOf(error))}\n`);
  Deno.exitCode = signal.aborted ? 130 : 1;
}
Deno.exit();

async function run(command: Command): Promise<number> {
  if (command.help) {
    print(Deno.stdout, USAGE);
    return 0;
  }
  const { contentDir = "content", allowPrivateHosts, ...config } = loadConfig();
  const { api, contact = config.contact, into = contentDir, count, license: families } = command;
  if (contact === undefined) {
    throw new TypeError("Cannot ask Wikimedia Commons: --contact or CONTACT must be your e-mail address or a URL");
  }
  // One request a second, because the wiki asks programs to be polite.
  const get = createClient({ api, contact, intervalMs: 1000, signal, wait });
  let exitCode = 0;
  for (const kind of command.kind) {
    const folder = join(into, "animals", kind);
    if (command.check) {
      progress.step(`${kind}: checking`);
      // Opening a gallery would create its folder.
      const hasGallery = await ifExists(Deno.stat(folder)) !== undefined;
      const removed = hasGallery ? await withGallery(folder, (gallery) => checkGallery(gallery, get)) : [];
      const dead = await checkUrls(`${folder}.json`, { allowPrivateHosts, signal });
      printList(`${kind}: ${removed.length} pictures removed, ${dead.length} URLs dead`, [...removed, ...dead]);
      if (dead.length > 0) exitCode = 1;
      continue;
    }
    const { category: categories = plan.kinds[kind] } = command;
    await withGallery(folder, async (gallery) => {
      const show = (title: string) => progress.step(`${kind} ${toBar(gallery.pictures.size, count)} ${title}`);
      const before = gallery.pictures.size;
      const reasons = await fillGallery(gallery, { get, categories, families, count, onAdded: show });
      const { size } = gallery.pictures;
      const lines = [...reasons].sort(([, a], [, b]) => b - a).map(([reason, files]) => `${files} x ${reason}`);
      if (size < count) lines.push("The categories have no more usable photographs. Name others with --category.");
      printList(`${kind}: ${size} of ${count} pictures, ${size - before} new`, lines);
    });
  }
  return exitCode;
}

async function wait(ms: number, reason?: string): Promise<void> {
  if (reason !== undefined) progress.step(escapeUnsafe(`${reason}, waiting ${Math.ceil(ms / 1000)} s`));
  // Ends early when the run is stopped: the wiki may have asked for minutes.
  await setTimeout(ms, undefined, { signal });
}

function printList(title: string, lines: readonly string[]): void {
  progress.clear();
  for (const line of [title, ...lines.map((each) => `  ${each}`)]) print(Deno.stdout, `${escapeUnsafe(line)}\n`);
}
