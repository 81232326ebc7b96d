import { z } from "zod";
import type { Answer, Endpoint, Parameter } from "@/lib/endpoints/endpoint.ts";
import { success } from "@/lib/endpoints/schemas.ts";
import { TAIL_LINES } from "@/lib/files/logs.ts";

const SHA256 = z.string().regex(/^[0-9a-f]{64}$/);
const ENTRY = z.object({
  name: z.string(),
  path: z.string(),
  type: z.enum(["file", "directory"]),
  size: z.int().min(0),
  modified: z.iso.datetime(),
});
const FILE = { size: z.int().min(0), modified: z.iso.datetime() };

const LIST = "all/domains.txt";
const LIST_SHA256 = "289f56c55179d680b17f9171aa0fc4ce38f8f34e055c947a5d6e437af8c92c6e";
const MODIFIED = "2026-11-15T08:00:00.000Z";

const PATH: Parameter = {
  name: "path",
  in: "path",
  summary: "A file or folder; slashes lead into folders, and nothing at all is the whole folder",
  type: "string",
  example: LIST,
};

const RAW: Parameter = {
  name: "raw",
  in: "query",
  summary: "Streams the file itself, with `etag`, ranges, checksum and, to who takes it, gzip",
  type: "boolean",
  default: false,
};

const RAW_ANSWER: Answer = {
  type: "text/plain",
  summary: "The file itself, with its own media type, when `raw` is set",
  headers: ["etag", "last-modified", "accept-ranges", "repr-digest"],
  example: "ads.example.com\n",
};

/** Generated files, logs and checksums. */
export const FILE_ENDPOINTS: readonly Endpoint[] = [
  {
    id: "v1-static-generated",
    group: "developer",
    version: "v1",
    path: "/api/v1/static/generated/{path}",
    summary: "The generated block lists: a file with its content and checksum, or the files of a folder",
    description: "Content over 1 MiB, or that is no text, is left out; `raw` is where to get it.",
    parameters: [PATH, RAW],
    answers: [{
      type: "application/json",
      headers: ["etag"],
      schema: z.union([
        success({
          path: z.string(),
          type: z.literal("file"),
          ...FILE,
          mediaType: z.string(),
          sha256: SHA256,
          content: z.string().optional(),
          truncated: z.literal(true).optional(),
          raw: z.url(),
        }),
        success({ path: z.string(), type: z.literal("directory"), files: z.array(ENTRY) }),
      ]),
      example: {
        success: true,
        status: 200,
        path: LIST,
        type: "file",
        size: 10_723,
        modified: MODIFIED,
        mediaType: "text/plain",
        sha256: LIST_SHA256,
        content: "# Title: Pawkit All\n…",
        raw: `http://localhost:8000/api/v1/static/generated/${LIST}?raw=1`,
      },
    }, RAW_ANSWER],
    errors: ["not_found", "invalid_parameter", "precondition_failed", "range_not_satisfiable"],
    example: `/api/v1/static/generated/${LIST}`,
  },
  {
    id: "v1-static-cache",
    group: "developer",
    version: "v1",
    path: "/api/v1/static/cache/{path}",
    summary: "The SHA-256 of a block list, of all of them, or which of them block a domain",
    description: "Compare it with the checksum you have to learn whether a list changed, and verify what you fetched.",
    parameters: [PATH, {
      name: "domain",
      in: "query",
      summary: "Asks which lists block this host name, because of which entry, and which source has it",
      type: "string",
      maxLength: 254,
      example: "stats.g.doubleclick.net",
    }],
    answers: [{
      type: "application/json",
      headers: ["etag"],
      schema: z.union([
        success({ path: z.string(), sha256: SHA256, ...FILE, entries: z.int().min(0).optional() }),
        success({ path: z.string(), files: z.record(z.string(), SHA256) }),
        success({
          path: z.string(),
          domain: z.string(),
          blocked: z.boolean(),
          lists: z.array(z.object({ path: z.string(), format: z.string(), entry: z.string() })),
          sources: z.array(z.object({ id: z.string(), title: z.string(), from: z.string(), entry: z.string() })),
          allowedBy: z.string().optional(),
        }),
      ]),
      example: {
        success: true,
        status: 200,
        path: LIST,
        sha256: LIST_SHA256,
        size: 10_723,
        modified: MODIFIED,
        entries: 646,
      },
    }],
    errors: ["not_found", "invalid_parameter"],
    example: `/api/v1/static/cache/${LIST}`,
  },
  {
    id: "v1-static-logs",
    group: "developer",
    version: "v1",
    path: "/api/v1/static/logs/{fileName}",
    summary: "The last lines of a log, or without a name the logs there are",
    description: "A line over 64 KiB is cut and says so; over 8 MiB of text the oldest lines are left out.",
    parameters: [
      {
        name: "fileName",
        in: "path",
        summary: "A name that ends in .log; nothing at all lists them",
        type: "string",
        example: "blocklist-2026-11-15.log",
      },
      {
        name: "tail",
        in: "query",
        summary: "How many of the last lines",
        type: "integer",
        min: TAIL_LINES.min,
        max: TAIL_LINES.max,
        default: TAIL_LINES.fallback,
      },
      RAW,
    ],
    answers: [{
      type: "application/json",
      schema: z.union([
        success({
          fileName: z.string(),
          ...FILE,
          lines: z.array(z.string()),
          total: z.int().min(0),
          truncated: z.literal(true).optional(),
        }),
        success({ files: z.array(ENTRY) }),
      ]),
      example: {
        success: true,
        status: 200,
        files: [{
          name: "blocklist-2026-11-15.log",
          path: "blocklist-2026-11-15.log",
          type: "file",
          size: 3811,
          modified: MODIFIED,
        }],
      },
    }, RAW_ANSWER],
    errors: ["not_found", "invalid_parameter", "precondition_failed", "range_not_satisfiable"],
    example: "/api/v1/static/logs",
  },
];
