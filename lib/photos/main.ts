// The command behind `deno task photos`. No other file of this directory reads the settings or writes to the terminal.
import { join } from "@std/path";
import { loadConfig } from "@/fresh.config.ts";
import { ifExists } from "@/lib/fs/if_exists.ts";
import { escapeUnsafe } from "@/lib/http/unsafe_characters.ts";
import { messageOf } from "@/lib/http/errors.ts";
import plan from "@/lib/photos/categories.json" with { type: "json" };
import { checkGallery, type CheckReport } from "@/lib/photos/check.ts";
import { CommonsClient } from "@/lib/photos/client.ts";
import { type Command, parseCommand, USAGE } from "@/lib/photos/command.ts";
import { fillGallery } from "@/lib/photos/fill.ts";
import { Gallery } from "@/lib/photos/gallery.ts";
import { createPhotoConverter } from "@/lib/photos/photo.ts";
import { Refusals } from "@/lib/photos/refusals.ts";
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
    if (command.help) {
      print(Deno.stdout, USAGE);
      return 0;
    }
    return await (command.check ? check(command) : fill(command));
  } catch (error) {
    progress.clear();
    if (stop.signal.aborted) {
      print(Deno.stderr, "Stopped. What was downloaded is stored; the same command continues.\n");
      return 130;
    }
    print(Deno.stderr, `${escapeUnsafe(messageOf(error))}\n`);
    return 1;
  }
}

async function fill(command: Command): Promise<number> {
  const { kinds, count, families } = command;
  const { client, folderOf } = prepare(command);
  const toPhoto = createPhotoConverter();
  let isComplete = true;
  for (const kind of kinds) {
    using gallery = await Gallery.open(folderOf(kind));
    const categories = command.categories.length > 0 ? command.categories : plan.kinds[kind];
    const list = { depth: plan.depth, excludedWords: plan.excludedWords };
    progress.step(`${kind}: ${gallery.pictures.size} of ${count} pictures`);
    const onProgress = (pictures: number, title: string) => {
      const isStep = !Deno.stderr.isTerminal() && (pictures % PICTURES_PER_LINE === 0 || pictures === count);
      progress[isStep ? "step" : "update"](escapeUnsafe(`${kind} ${toBar(pictures, count)} ${title}`));
    };
    const report = await fillGallery({ gallery, client, count, categories, list, families, toPhoto, onProgress });
    isComplete &&= report.total >= count;
    progress.clear();
    print(Deno.stdout, `${kind}: ${report.total} of ${count} pictures, ${report.added} new\n`);
    printLines("not used:", report.refusals.toLines());
    printLines("no files in:", report.emptyCategories.map((name) => `        Category:${name}`));
  }
  if (!isComplete) print(Deno.stdout, "The categories have no more usable photographs. Name others with --category.\n");
  return 0;
}

async function check(command: Command): Promise<number> {
  const { client, folderOf, allowPrivateHosts } = prepare(command);
  let hasDead = false;
  for (const kind of command.kinds) {
    const report = await checkPictures(folderOf(kind), client);
    const onProgress = (done: number, urls: number) => progress.update(`${kind}.json ${toBar(done, urls)}`);
    const list = await checkUrls(`${folderOf(kind)}.json`, { allowPrivateHosts, signal: stop.signal, onProgress });
    hasDead ||= list.dead.size > 0;
    progress.clear();
    print(Deno.stdout, `${kind}: ${report.checked} pictures and ${list.checked} URLs checked\n`);
    printLines("removed:", report.removed.toLines());
    printLines("dead:", [...list.dead].map(([url, reason]) => `        ${escapeUnsafe(url)}: ${escapeUnsafe(reason)}`));
  }
  return hasDead ? 1 : 0;
}

async function checkPictures(folder: string, client: CommonsClient): Promise<CheckReport> {
  // Opening a gallery would create its folder.
  if (await ifExists(Deno.stat(folder)) === undefined) return { checked: 0, removed: new Refusals() };
  using gallery = await Gallery.open(folder);
  const total = gallery.pictures.size;
  return await checkGallery(gallery, client, (done) => progress.update(`${folder} ${toBar(done, total)}`));
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

function printLines(title: string, lines: readonly string[]): void {
  if (lines.length > 0) print(Deno.stdout, `  ${title}\n${lines.join("\n")}\n`);
}
