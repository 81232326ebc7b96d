import { z } from "zod";
import { defineEndpoint, type Endpoint, type EndpointResponse, type ParameterMap } from "@/lib/endpoints/endpoint.ts";
import { jsonResponse } from "@/lib/endpoints/schemas.ts";
import { TAIL_LINES } from "@/lib/files/logs.ts";

const SHA256 = z.string().regex(/^[0-9a-f]{64}$/);
const FILE_FIELDS = { size: z.int().min(0), modified: z.iso.datetime() };
const ENTRY = z.object({ name: z.string(), path: z.string(), type: z.enum(["file", "directory"]), ...FILE_FIELDS })
  .meta({ id: "FileEntry" });

const LIST = "all/domains.txt";
const LIST_SHA256 = "8a9bae4d44db0d5e594e0e81d4f14ba6aef7a346a6cdbaa3e9c3a4124a20b538";
const LOG = "blocklist-2026-11-15.log";
const MODIFIED = "2026-11-15T08:00:00.000Z";

const PATH: ParameterMap = {
  path: {
    summary: "A file or folder; an empty path is the root folder; `%2F` counts as a slash",
    type: "string",
    example: LIST,
  },
};

const RAW: ParameterMap = {
  raw: {
    summary: "Returns the file itself, with `etag`, byte ranges, a checksum and, if accepted, gzip compression",
    type: "boolean",
    default: false,
  },
};

const RAW_RESPONSE: EndpointResponse = {
  type: "text/plain",
  summary: "With `raw`, the file itself with its own media type.",
  headers: ["etag", "last-modified", "accept-ranges", "repr-digest"],
  example: "ads.example.com\n",
};

/** Information for developers: version, uptime, generated files, checksums and logs. */
export const DEVELOPER_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    id: "v1-version",
    group: "service",
    path: "/api/v1/version",
    summary: "Returns the version of the service and of its runtime",
    responses: [jsonResponse(
      {
        name: z.string(),
        version: z.string(),
        runtime: z.object({ name: z.string(), version: z.string(), v8: z.string(), typescript: z.string() }),
      },
      {
        name: "pawkit",
        version: "1.0.0",
        runtime: { name: "deno", version: "2.9.5", v8: "15.0.245.2-rusty", typescript: "6.0.3" },
      },
    )],
  }),
  defineEndpoint({
    id: "v1-uptime",
    group: "service",
    path: "/api/v1/uptime",
    summary: "Returns how long the service has been running, in seconds and in words",
    responses: [jsonResponse(
      { uptime: z.number().min(0), startedAt: z.iso.datetime(), human: z.string() },
      { uptime: 12307.412, startedAt: "2026-11-15T08:00:00.000Z", human: "3h 25m 7s" },
    )],
  }),
  defineEndpoint({
    id: "v1-static-generated",
    group: "lists",
    path: "/api/v1/static/generated/{path}",
    summary: "Returns a generated block list with its content and checksum, or the files of a folder",
    description: "`content` is omitted if it is over 1 MiB or not text. Use the URL in `raw` to get it.",
    pathParameters: PATH,
    queryParameters: RAW,
    responses: [
      jsonResponse(
        [
          z.object({
            path: z.string(),
            type: z.literal("file"),
            ...FILE_FIELDS,
            mediaType: z.string(),
            sha256: SHA256,
            content: z.string().optional(),
            truncated: z.literal(true).optional(),
            raw: z.url(),
          }).meta({ id: "GeneratedFile" }),
          z.object({ path: z.string(), type: z.literal("directory"), files: z.array(ENTRY) }).meta({ id: "Folder" }),
        ],
        {
          path: LIST,
          type: "file",
          size: 10_719,
          modified: MODIFIED,
          mediaType: "text/plain",
          sha256: LIST_SHA256,
          content: "# Title: Pawkit All\n…",
          raw: `http://localhost:8000/api/v1/static/generated/${LIST}?raw=1`,
        },
        ["etag"],
      ),
      RAW_RESPONSE,
    ],
    errors: ["not_found", "invalid_parameter", "precondition_failed", "range_not_satisfiable"],
    example: `/api/v1/static/generated/${LIST}`,
  }),
  defineEndpoint({
    id: "generated",
    group: "lists",
    path: "/generated/{path}",
    summary: "Returns a generated block list itself: the URL to paste into a resolver or an ad blocker",
    description: "Compressed with gzip if accepted. Lists are revalidated with `etag` or `last-modified`.",
    pathParameters: { path: { summary: "A file", type: "string", example: LIST } },
    responses: [{ ...RAW_RESPONSE, summary: "The file with its own media type." }],
    errors: ["not_found", "precondition_failed", "range_not_satisfiable"],
    example: `/generated/${LIST}`,
  }),
  defineEndpoint({
    id: "v1-static-cache",
    group: "lists",
    path: "/api/v1/static/cache/{path}",
    summary: "Returns the SHA-256 of a block list or of every list in a folder, or finds the lists that block a domain",
    description: "Compare the checksum with your own to see whether a list has changed, or to verify a download. " +
      "With `domain`, `lists` are the lists that block it, with `programs` if only some of their readers do; " +
      "`exceptions` are the allow lists that contain it, which win in programs that read them (Pi-hole).",
    pathParameters: PATH,
    queryParameters: {
      domain: {
        summary: "A host name; the response names the lists that block it, the matching entries and their sources",
        type: "string",
        maxLength: 254,
        example: "stats.g.doubleclick.net",
      },
    },
    responses: [jsonResponse(
      [
        z.object({ path: z.string(), sha256: SHA256, ...FILE_FIELDS, entries: z.int().min(0).optional() })
          .meta({ id: "ListChecksum" }),
        z.object({ path: z.string(), files: z.record(z.string(), SHA256) }).meta({ id: "FolderChecksums" }),
        z.object({
          path: z.string(),
          domain: z.string(),
          blocked: z.boolean(),
          lists: z.array(z.object({
            path: z.string(),
            format: z.string(),
            entry: z.string(),
            programs: z.array(z.string()).optional(),
          })),
          exceptions: z.array(z.object({ path: z.string(), entry: z.string() })),
          sources: z.array(z.object({ id: z.string(), title: z.string(), from: z.string(), entry: z.string() })),
          allowedBy: z.string().optional(),
        }).meta({ id: "DomainLookup" }),
      ],
      { path: LIST, sha256: LIST_SHA256, size: 10_719, modified: MODIFIED, entries: 646 },
      ["etag"],
    )],
    errors: ["not_found", "invalid_parameter"],
    example: `/api/v1/static/cache/${LIST}`,
  }),
  defineEndpoint({
    id: "v1-static-logs",
    group: "service",
    path: "/api/v1/static/logs/{fileName}",
    summary: "Returns the last lines of a log file, or the list of log files",
    description: "Lines over 64 KiB are shortened and marked. If the text exceeds 8 MiB, the oldest lines are omitted.",
    pathParameters: {
      fileName: { summary: "A name that ends in .log; an empty name lists the logs", type: "string", example: LOG },
    },
    queryParameters: {
      tail: {
        summary: "The number of lines, counted from the end",
        type: "integer",
        min: TAIL_LINES.min,
        max: TAIL_LINES.max,
        default: TAIL_LINES.fallback,
      },
      ...RAW,
    },
    responses: [
      jsonResponse(
        [
          z.object({
            fileName: z.string(),
            ...FILE_FIELDS,
            lines: z.array(z.string()),
            total: z.int().min(0),
            truncated: z.literal(true).optional(),
          }).meta({ id: "LogTail" }),
          z.object({ files: z.array(ENTRY) }).meta({ id: "LogFiles" }),
        ],
        { files: [{ name: LOG, path: LOG, type: "file", size: 3811, modified: MODIFIED }] },
      ),
      RAW_RESPONSE,
    ],
    errors: ["not_found", "invalid_parameter", "precondition_failed", "range_not_satisfiable"],
    example: "/api/v1/static/logs",
  }),
];
