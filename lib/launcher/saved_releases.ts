import { z } from "zod";
import { pageSchema } from "@/lib/launcher/github_client.ts";
import { historySchema, recordTotal } from "@/lib/launcher/statistics.ts";

const savedReleasesSchema = z.object({
  repository: z.string(),
  // The range of `Date`, outside of which `toIsoTime` throws.
  checkedAt: z.number().min(0).max(8.64e15),
  pages: z.array(pageSchema),
  history: historySchema,
  signatures: z.record(z.string(), z.string()).default({}),
});

/** What was read from GitHub, so that a restarted process has it at once, and the totals of each day. */
export type SavedReleases = z.output<typeof savedReleasesSchema>;

/** Parses the saved text. @throws {Error} if it is not JSON or has another form. */
export function parseSavedReleases(text: string): SavedReleases {
  return savedReleasesSchema.parse(JSON.parse(text));
}

/** Returns the current releases with the days of both, or the saved ones if there are no others. */
export function mergeReleases(saved: SavedReleases, current: SavedReleases | undefined): SavedReleases {
  return { ...saved, ...current, history: (current?.history ?? []).reduce(recordTotal, saved.history) };
}
