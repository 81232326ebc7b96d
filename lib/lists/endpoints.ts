import { z } from "zod";
import { type Endpoint, endpoint } from "@/lib/http/endpoint.ts";
import { toAscii } from "@/lib/lists/names.ts";

const path = z.string().describe("A file or folder. An empty path is the root, and `%2F` is a slash");

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const modified = z.iso.datetime();

const directory = z.object({
  path: z.string(),
  type: z.literal("directory"),
  files: z.array(z.object({
    name: z.string(),
    path: z.string(),
    type: z.enum(["file", "directory"]),
    size: z.int(),
    modified,
  })),
});

const file = z.object({
  path: z.string(),
  type: z.literal("file"),
  size: z.int(),
  modified,
  mediaType: z.string(),
  sha256,
  content: z.unknown().describe("The text, or the document of a `.json` file"),
  truncated: z.literal(true).optional().describe("The file is too large, or it is not text. Its address is `raw`"),
  raw: z.url().optional(),
});

const checksums = z.union([
  z.object({ path: z.string(), files: z.record(z.string(), sha256) }),
  z.object({ path: z.string(), sha256, size: z.int(), modified }),
  z.object({
    path: z.string(),
    domain: z.string(),
    blocked: z.boolean(),
    lists: z.array(z.object({ path: z.string(), format: z.string(), entry: z.string() })),
  }),
]);

/** Names of up to 16 labels, because the name and each parent are searched for in each list. */
const DOMAIN = /^(?:[a-z0-9_-]{1,63}\.){1,15}[a-z0-9-]{1,63}$/;

const domain = z.string().transform((text) => toAscii(text.trim().replace(/\.$/, "")))
  .refine((name) => DOMAIN.test(name), "must be a host name of at most 16 labels such as ads.example.com")
  .describe("A host name. The response has the lists that contain this name or a parent of it");

export const V1_GENERATED = endpoint({
  group: "lists",
  path: "/api/v1/static/generated/{path}",
  summary: "Returns a block list with its checksum and content, or the files of a folder",
  input: z.object({ path }),
  returns: { "application/json": z.union([directory, file]) },
  example: "/api/v1/static/generated/all/domains.txt",
});

export const GENERATED = endpoint({
  group: "lists",
  path: "/generated/{path}",
  summary: "Returns a block list as a file: the address to paste into a resolver or an ad blocker",
  input: z.object({ path }),
  returns: { "text/plain": "The list" },
  example: "/generated/all/adblock.txt",
});

export const V1_CACHE = endpoint({
  group: "lists",
  path: "/api/v1/static/cache/{path}",
  summary: "Returns the SHA-256 of a block list or of every file in a folder, or the lists that block a name",
  input: z.object({ path, domain: domain.optional() }),
  returns: { "application/json": checksums },
  example: "/api/v1/static/cache/all/domains.txt",
});

/** The endpoints of the block lists, in the order of the page. */
export const LIST_ENDPOINTS: readonly Endpoint[] = [GENERATED, V1_GENERATED, V1_CACHE];
