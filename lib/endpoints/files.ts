import { z } from "zod";
import type { Definitions, EndpointResponse, Installation, ParameterTexts } from "@/lib/endpoints/endpoint.ts";
import { DOMAIN_PATTERN } from "@/lib/endpoints/patterns.ts";
import { exampleOf, jsonResponse } from "@/lib/endpoints/schemas.ts";
import { MAX_DOMAIN_CHARACTERS } from "@/lib/files/checksums_response.ts";
import { MAX_CONTENT_BYTES } from "@/lib/files/generated_response.ts";
import { LINES_PER_POINT } from "@/lib/files/logs_response.ts";
import { MAX_LABELS } from "@/lib/files/parameters.ts";
import { MAX_LINE_BYTES, MAX_TAIL_BYTES } from "@/lib/files/tail.ts";
import { count, instant, sha256 } from "@/lib/http/fields.ts";

// The files of the examples.
const LIST = "all/domains.txt";
const RAW_PATH = `/api/v1/static/generated/${LIST}?raw=1`;
const LOG = "blocklist-2026-11-15.log";
const MIB = 1024 * 1024;

const text = z.string();
const path = text.meta({ example: LIST });
const truncated = z.literal(true).optional();
const fileFields = { size: count.meta({ example: 10_719 }), modified: instant };

const entry = z.object({
  name: text.meta({ example: LOG }),
  path: text.meta({ example: LOG }),
  type: z.enum(["file", "directory"]),
  size: count.meta({ example: 3811 }),
  modified: instant,
}).meta({ id: "FileEntry" });

const generatedFile = z.object({
  path,
  type: z.literal("file"),
  ...fileFields,
  mediaType: text.meta({ example: "text/plain" }),
  sha256,
  content: text.optional().meta({ example: "# Title: Pawkit All\n…" }),
  truncated,
  raw: z.url().meta({ example: RAW_PATH }),
}).meta({ id: "GeneratedFile" });

const folder = z.object({ path, type: z.literal("directory"), files: z.array(entry) }).meta({ id: "Folder" });

const listChecksum = z.object({ path, sha256, ...fileFields, entries: count.optional().meta({ example: 646 }) })
  .meta({ id: "ListChecksum" });

const folderChecksums = z.object({ path, files: z.record(text, sha256) }).meta({ id: "FolderChecksums" });

const domainLookup = z.object({
  path,
  domain: text,
  blocked: z.boolean(),
  lists: z.array(z.object({ path, format: text, entry: text, programs: z.array(text).optional() })),
  exceptions: z.array(z.object({ path, entry: text })),
  sources: z.array(z.object({ id: text, title: text, from: text, entry: text })),
  allowedBy: text.optional(),
}).meta({ id: "DomainLookup" });

const logFiles = z.object({ files: z.array(entry) }).meta({ id: "LogFiles" });

const logTail = z.object({ fileName: text, ...fileFields, lines: z.array(text), total: count, truncated })
  .meta({ id: "LogTail" });

const PATH_PARAMETER: ParameterTexts = {
  path: { summary: "A file or folder; an empty path is the root folder; `%2F` counts as a slash", example: LIST },
};

const RAW_PARAMETER: ParameterTexts = {
  raw: {
    summary: "Returns the file itself, with `etag`, byte ranges, a checksum and, if accepted, gzip compression",
  },
};

const FILE_HEADERS = ["etag", "last-modified", "accept-ranges"] as const;

const RAW_RESPONSE: EndpointResponse = {
  type: "text/plain",
  summary: "With `raw`, the file itself with its own media type.",
  headers: [...FILE_HEADERS, "repr-digest"],
  example: "ads.example.com\n",
};

/** Describes the generated block lists and the logs. */
export function describeFiles({ origin }: Installation): Definitions {
  return {
    lists: [
      {
        path: "/api/v1/static/generated/{path}",
        title: "Block list file",
        summary: "Returns a generated block list with its content and checksum, or the files of a folder",
        description: `\`content\` is omitted if it is over ${MAX_CONTENT_BYTES / MIB} MiB or not text. ` +
          "Use the URL in `raw` to get it.",
        pathParameters: PATH_PARAMETER,
        queryParameters: RAW_PARAMETER,
        responses: [
          jsonResponse([generatedFile, folder], {
            example: { ...exampleOf(generatedFile) as object, raw: origin + RAW_PATH },
            headers: ["etag"],
          }),
          RAW_RESPONSE,
        ],
        errors: ["not_found", "invalid_parameter", "precondition_failed", "range_not_satisfiable", "overloaded"],
      },
      {
        path: "/generated/{path}",
        title: "Plain block list",
        summary: "Returns a generated block list itself: the URL to paste into a resolver or an ad blocker",
        description: "Compressed with gzip if accepted. Lists are revalidated with `etag` or `last-modified`.",
        pathParameters: { path: { summary: "A file", example: LIST } },
        responses: [{ ...RAW_RESPONSE, summary: "The file with its own media type." }],
        errors: ["not_found", "precondition_failed", "range_not_satisfiable", "overloaded"],
      },
      {
        path: "/api/v1/static/cache/{path}",
        title: "Checksums and lookup",
        summary:
          "Returns the SHA-256 of a block list or of every list in a folder, or finds the lists that block a domain",
        description: "Compare the checksum with your own to see whether a list has changed, or to verify a download. " +
          "With `domain`, `lists` are the lists that block it, with `programs` if only some of their readers do; " +
          "`exceptions` are the allow lists that contain it, which win in programs that read them (Pi-hole).",
        pathParameters: PATH_PARAMETER,
        queryParameters: {
          domain: {
            summary:
              `A host name of at most ${MAX_LABELS} labels, or a URL with one; the response names the lists that ` +
              "block it, the entries and their sources",
            maxLength: MAX_DOMAIN_CHARACTERS,
            pattern: DOMAIN_PATTERN,
            example: "stats.g.doubleclick.net",
          },
        },
        responses: [jsonResponse([listChecksum, folderChecksums, domainLookup], { headers: ["etag"] })],
        errors: ["not_found", "invalid_parameter"],
      },
    ],
    service: [{
      path: "/api/v1/static/logs/{fileName}",
      title: "Log files",
      summary: "Returns the last lines of a log file, or the list of log files",
      description: `Lines over ${MAX_LINE_BYTES / 1024} KiB are shortened and marked. If the text exceeds ` +
        `${MAX_TAIL_BYTES / MIB} MiB, the oldest lines are omitted. Each ${LINES_PER_POINT.toLocaleString("en")} ` +
        "lines of `tail` that are begun cost a further point.",
      pathParameters: { fileName: { summary: "A name that ends in .log; an empty name lists the logs", example: LOG } },
      queryParameters: {
        tail: { summary: "The number of lines, counted from the end" },
        raw: { ...RAW_PARAMETER.raw!, summary: "Returns the file itself, with `etag` and byte ranges" },
      },
      responses: [jsonResponse([logFiles, logTail]), { ...RAW_RESPONSE, headers: FILE_HEADERS }],
      errors: ["not_found", "invalid_parameter", "precondition_failed", "range_not_satisfiable", "overloaded"],
      example: "/api/v1/static/logs",
    }],
  };
}
