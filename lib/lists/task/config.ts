import { z } from "zod";
import { parseDomain } from "@/lib/lists/task/domain.ts";
import { parseJsonDocument } from "@/lib/util/json_document.ts";

// These texts are written into the head of a list. Text after a line break would become an entry of the list.
const line = z.string().regex(/^[^\r\n]{1,200}$/, "must be one line of 1 to 200 characters");

const list = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, "must be lower-case letters, digits and hyphens"),
  title: line,
  description: line.optional(),
  license: line.optional(),
  sources: z.array(line).min(1),
});

const allowed = z.string().refine((rule) => parseDomain(rule) !== undefined, "must be a domain, or *. and a domain")
  .transform((rule) => `${rule.startsWith("*.") ? "*." : ""}${parseDomain(rule)}`);

const config = z.strictObject({
  allow: z.array(allowed).default([]),
  lists: z.array(list).min(1).refine((lists) => new Set(lists.map(({ name }) => name)).size === lists.length, {
    error: "must have different names",
  }),
});

/** A list to build. Each source is an address, or a file beside the configuration. */
export type ListConfig = z.output<typeof list>;

/**
 * What the task builds. `allow` has names that no list may block: `example.com` alone, or `*.example.com` for
 * everything below it.
 */
export type BlocklistConfig = z.output<typeof config>;

/** Parses data/blocklist.json. @throws {TypeError} that names the wrong field. */
export function parseConfig(text: string, name: string): BlocklistConfig {
  return parseJsonDocument(text, { name, schema: config });
}
