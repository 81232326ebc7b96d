import { z } from "zod";

const URL_TEXT = z.url({ protocol: /^https?$/ });

const IMAGE_INFO = z.object({
  descriptionurl: URL_TEXT,
  width: z.int(),
  height: z.int(),
  mime: z.string(),
  sha1: z.string().regex(/^[0-9a-f]{40}$/i).toLowerCase(),
  timestamp: z.string().default(""),
  // Missing if the wiki cannot scale the file.
  thumburl: URL_TEXT.optional(),
  thumbwidth: z.int().default(0),
  thumbheight: z.int().default(0),
  // PHP writes an empty map as an empty list.
  extmetadata: z.record(z.string(), z.object({ value: z.unknown() })).catch({}),
});

const FILE_PAGE = z.object({
  pageid: z.int(),
  // Empty for a page that was deleted.
  title: z.string().default(""),
  missing: z.boolean().default(false),
  // `undefined` if it is hidden or not in the expected form.
  imageinfo: z.array(IMAGE_INFO).optional().catch(undefined),
});

/** The form of a response of the API. */
export const API_RESPONSE = z.object({
  error: z.object({ code: z.string(), info: z.string().default("") }).optional(),
  /** The parameters that ask for the next part. */
  continue: z.record(z.string(), z.coerce.string()).optional(),
  query: z.object({
    pages: z.array(FILE_PAGE).default([]),
    categorymembers: z.array(z.object({ title: z.string() })).default([]),
  }).default({ pages: [], categorymembers: [] }),
});

/** A response of the API. */
export type ApiResponse = z.infer<typeof API_RESPONSE>;

/** The page of a file, as the wiki describes it. */
export type FilePage = z.infer<typeof FILE_PAGE>;
