import { z } from "zod";
import { toIsoDate } from "@/lib/launcher/fields.ts";
import { pageSchema } from "@/lib/launcher/github/schema.ts";
import { historySchema, recordTotal } from "@/lib/launcher/github/download_history.ts";

const savedReleasesSchema = z.object({
  repository: z.string(),
  // The range of `Date`, outside of which `toIsoTime` throws.
  checkedAt: z.number().min(0).max(8.64e15),
  pages: z.array(pageSchema),
  history: historySchema,
  signatures: z.record(z.string(), z.string()).default({}),
  // The histories of other repositories that were used before, by their names in lower case.
  others: z.record(z.string(), historySchema).default({}),
});

/** What was read from GitHub, so that a restarted process has it at once, and the totals of each day. */
export type SavedReleases = z.output<typeof savedReleasesSchema>;

/**
 * Parses the saved text. If it is of another repository, the result has no pages, but the days that were saved before.
 *
 * @throws {Error} if it is not JSON or has another form.
 */
export function parseSavedReleases(text: string, repository: string): SavedReleases {
  const saved = savedReleasesSchema.parse(JSON.parse(text));
  const [savedName, name] = [saved.repository.toLowerCase(), repository.toLowerCase()];
  if (savedName === name) return saved;
  const { [name]: history = [], ...others } = { ...saved.others, [savedName]: saved.history };
  return { repository, checkedAt: 0, pages: [], history, signatures: {}, others };
}

/** What one refresh has loaded. */
export interface LoadedPages extends Pick<SavedReleases, "repository" | "pages" | "checkedAt"> {
  /** All downloads so far. */
  readonly total: number;
}

/** Returns what is known after a refresh: the new pages, and the days and signatures that were known before. */
export function recordPages(previous: SavedReleases | undefined, { total, ...loaded }: LoadedPages): SavedReleases {
  const { history = [], signatures = {}, others = {} } = previous ?? {};
  return { ...loaded, history: recordTotal(history, { date: toIsoDate(loaded.checkedAt), total }), signatures, others };
}

/**
 * Returns the current releases with the days of both, or the saved ones if there are no others. For a day before that
 * of the current releases, the saved total is the later one: another instance may have added it.
 */
export function mergeReleases(saved: SavedReleases, current: SavedReleases | undefined): SavedReleases {
  if (current === undefined) return saved;
  const today = toIsoDate(current.checkedAt);
  const savedDates = new Set(saved.history.map(({ date }) => date));
  const added = current.history.filter(({ date }) => date === today || !savedDates.has(date));
  const others = { ...current.others, ...saved.others };
  return { ...current, history: added.reduce(recordTotal, saved.history), others };
}
