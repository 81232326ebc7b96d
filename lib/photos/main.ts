// The command behind `deno task photos`. No other file of this folder reads the settings or writes to the terminal.
import { join } from "@std/path";
import { loadConfig } from "@/fresh.config.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { escapeUnsafe } from "@/lib/http/unsafe_characters.ts";
import plan from "@/lib/photos/categories.json" with { type: "json" };
import { checkGallery } from "@/lib/photos/check.ts";
import { CommonsClient } from "@/lib/photos/client.ts";
import { type Command, parseCommand, USAGE } from "@/lib/photos/command.ts";
import { fillGallery, type RefusedFile } from "@/lib/photos/fill.ts";
import { Gallery } from "@/lib/photos/gallery.ts";
import { checkUrls } from "@/lib/photos/url_list.ts";
import { createTerminalProgress, print, toBar } from "@/lib/process/progress.ts";

/** Without a terminal, one line for this many pictures. */
const PICTURES_PER_LINE = 10;

const stop = new AbortController();
const progress = createTerminalProgress();

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  // The second signal ends the process at once, which is safe, too.
  Deno.addSignalListener(signal, () => stop.signal.aborted ? Deno.exit(130) : stop.abort());
}

Deno.exit(await run());

async function run(): Promise<number> {
  try {
    const command = parseCommand(Deno.args);
    if (!command.help) return await (command.check ? check(command) : fill(command));
    print(Deno.stdout, USAGE);
    return 0;
  } catch (error) {
    progress.clear();
    const stopped = "Stopped. What was downloaded is stored; the same command continues.";
    print(Deno.stderr, `${stop.signal.aborted ? stopped : escapeUnsafe(messageOf(error))}\n`);
    return stop.signal.aborted ? 130 : 1;
  }
}

async function fill(command: Command): Promise<number> {
  const { count, license: families } = command;
  const { client, folderOf } = prepare(command);
  let isComplete = true;
  for (const kind of command.kind) {
    using gallery = await Gallery.open(folderOf(kind));
    const categories = command.category.length > 0 ? command.category : plan.kinds[kind];
    progress.step(`${kind}: ${gallery.pictures.size} of ${count} pictures`);
    const onAdded = (title: string) => {
      const { size } = gallery.pictures;
      const isStep = !Deno.stderr.isTerminal() && (size % PICTURES_PER_LINE === 0 || size === count);
      progress[isStep ? "step" : "update"](escapeUnsafe(`${kind} ${toBar(size, count)} ${title}`));
    };
    const report = await fillGallery(gallery, { client, count, categories, families, onAdded });
    isComplete &&= gallery.pictures.size >= count;
    progress.clear();
    print(Deno.stdout, `${kind}: ${gallery.pictures.size} of ${count} pictures, ${report.added} new\n`);
    printLines("not used:", countReasons(report.refused));
    printLines("no files in:", report.emptyCategories.map((name) => `Category:${name}`));
  }
  if (!isComplete) print(Deno.stdout, "The categories have no more usable photographs. Name others with --category.\n");
  return 0;
}

async function check(command: Command): Promise<number> {
  const { client, folderOf, allowPrivateHosts } = prepare(command);
  const { signal } = stop;
  let hasDead = false;
  for (const kind of command.kind) {
    const folder = folderOf(kind);
    const show = (done: number, total: number) => progress.update(`${kind} ${toBar(done, total)}`);
    // Opening a gallery would create its folder.
    using gallery = await ifExists(Deno.stat(folder)) && await Gallery.open(folder);
    const total = gallery?.pictures.size ?? 0;
    const removed = gallery ? await checkGallery(gallery, client, (done) => show(done, total)) : [];
    const list = await checkUrls(`${folder}.json`, { allowPrivateHosts, signal, onProgress: show });
    hasDead ||= list.dead.length > 0;
    progress.clear();
    print(Deno.stdout, `${kind}: ${total} pictures and ${list.checked} URLs checked\n`);
    printLines("removed:", countReasons(removed));
    printLines("dead:", list.dead);
  }
  return hasDead ? 1 : 0;
}

function prepare({ into, contact, api }: Command) {
  const config = loadConfig();
  const folder = into ?? config.contentDir ?? "content";
  const address = contact ?? config.contact;
  if (address === undefined) {
    throw new TypeError("Cannot ask Wikimedia Commons: --contact or CONTACT must be your e-mail address or a URL");
  }
  const onWait = (reason: string, ms: number) => progress.step(`${reason}, waiting ${Math.ceil(ms / 1000)} s`);
  return {
    client: new CommonsClient({ api, contact: address, signal: stop.signal, onWait }),
    folderOf: (kind: string) => join(folder, "animals", kind),
    allowPrivateHosts: config.allowPrivateHosts,
  };
}

/** Returns a line for each reason with the number of files and two of them, the most frequent reason first. */
function countReasons(files: readonly RefusedFile[]): string[] {
  const groups = [...Map.groupBy(files, ({ reason }) => reason)].sort(([, a], [, b]) => b.length - a.length);
  return groups.map(([reason, { length, 0: first, 1: second }]) => {
    const examples = [first, second].flatMap((file) => file?.title ?? []).join(", ");
    return `${String(length).padStart(6)}  ${reason} (${examples}${length > 2 ? ", …" : ""})`;
  });
}

function printLines(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  for (const line of [title, ...lines.map((each) => `  ${each}`)]) print(Deno.stdout, `  ${escapeUnsafe(line)}\n`);
}
