import { configureSync, getJsonLinesFormatter, getLogger, getTextFormatter, type LogRecord } from "@logtape/logtape";
import type { AccessWriter } from "@/lib/http/access_record.ts";
import { toAccessLine } from "@/lib/logging/access_log.ts";
import { ClientHash } from "@/lib/logging/client_hash.ts";
import { openDailyFile } from "@/lib/logging/daily_file.ts";
import { type Append, LineQueue } from "@/lib/logging/line_queue.ts";
import { createRedactor } from "@/lib/logging/redact.ts";
import { SpareFiles } from "@/lib/logging/spare_files.ts";

/** Options of {@linkcode startLog}. */
export interface LogOptions {
  readonly level: "debug" | "info" | "warning" | "error";
  /** The form of lines on the console. Files always contain JSON. */
  readonly format: "text" | "json";
  /** The folder for the files of each day, or `undefined` to log only to the console. */
  readonly dir: string | undefined;
  /** Texts that must never be written. */
  readonly secrets?: readonly (string | undefined)[];
  readonly clients?: ClientHash;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** Writes to the console. */
  readonly console?: Append;
}

/** A running log. */
export interface Log {
  /** Writes answered requests; `undefined` if the level excludes them. */
  readonly writeAccess: AccessWriter | undefined;
  /** Writes all remaining lines and closes the log. */
  close(): Promise<void>;
}

const buffered: LogRecord[] = [];

/** Buffers all log records until {@linkcode startLog}, because some parts of the service warn before it is called. */
export function bufferStartupLogs(): void {
  configure("debug", (record) => void buffered.push(record));
}

/**
 * Starts the log of this process. Records of `getLogger(["pawkit", …])` go to the console and to the file
 * `service-<date>.log`. Answered requests go to `access-<date>.log`, and to the console if it shows text or there is no
 * file. If the folder is not writable, that is logged once and only the console is used.
 */
export async function startLog(options: LogOptions): Promise<Log> {
  const consoleQueue = new LineQueue(options.console ?? writeToConsole);
  const { service, access, error } = await openFiles(options);
  const redact = createRedactor(options.secrets ?? []);
  const toConsoleLine = options.format === "json" ? toJsonLine : toTextWithError;
  const spares = new SpareFiles();
  configure(options.level, (record) =>
    spares.releaseDuring(() => {
      consoleQueue.push(redact(toConsoleLine(record)));
      service?.push(redact(toFileLine(record)));
    }));
  for (const record of buffered.splice(0)) getLogger(record.category).emit(record);
  if (error !== undefined) warnAboutFolder(options.dir, error);
  return {
    writeAccess: createAccessWriter(options, consoleQueue, access),
    async close() {
      await Promise.all([consoleQueue.flush(), service?.flush(), access?.flush()]);
      spares.close();
    },
  };
}

/** Opens the files of the log, or returns the error that prevented it. */
async function openFiles(
  { dir, clock }: LogOptions,
): Promise<{ readonly service?: LineQueue; readonly access?: LineQueue; readonly error?: unknown }> {
  if (dir === undefined) return {};
  const open = async (name: string) => {
    const append = await openDailyFile({ dir, name, clock });
    return new LineQueue(append, (error) => warnAboutFolder(dir, error));
  };
  try {
    return { service: await open("service"), access: await open("access") };
  } catch (error) {
    return { error };
  }
}

function warnAboutFolder(dir: string | undefined, error: unknown): void {
  getLogger(["pawkit", "log"]).warn("Cannot write logs to the folder {dir}: see the console", { dir, error });
}

const toJsonLine = getJsonLinesFormatter({ properties: "flatten" });
const toTextLine = getTextFormatter({ timestamp: "rfc3339" });

function toTextWithError(record: LogRecord): string {
  const { error } = record.properties;
  return error === undefined ? toTextLine(record) : `${toTextLine(record)}${Deno.inspect(error)}\n`;
}

// The files are public: they contain an error and its causes. Only the console also shows the stack.
function toFileLine(record: LogRecord): string {
  const { error } = record.properties;
  if (!(error instanceof Error)) return toJsonLine(record);
  return toJsonLine({ ...record, properties: { ...record.properties, error: withoutStack(error) } });
}

function withoutStack({ name, message, cause }: Error): object {
  return { name, message, cause: cause instanceof Error ? withoutStack(cause) : cause };
}

function configure(lowestLevel: LogOptions["level"], sink: (record: LogRecord) => void): void {
  configureSync({
    reset: true,
    sinks: { lines: sink },
    loggers: [
      { category: "pawkit", sinks: ["lines"], lowestLevel },
      // The address and the reason of a stop are logged at every level: with PORT=0 the port would be unknown otherwise.
      { category: ["pawkit", "server"], parentSinks: "override", sinks: ["lines"], lowestLevel: "info" },
      { category: ["logtape", "meta"], sinks: ["lines"], lowestLevel: "warning" },
    ],
  });
}

function createAccessWriter(options: LogOptions, consoleQueue: LineQueue, file?: LineQueue): AccessWriter | undefined {
  const { level, format, clients = new ClientHash() } = options;
  if (level !== "info" && level !== "debug") return undefined;
  return (records, timeOrigin) => {
    const toLines = (lineFormat: LogOptions["format"]) => {
      const lineOptions = { format: lineFormat, clients, timeOrigin };
      let lines = "";
      for (const record of records) lines += toAccessLine(record, lineOptions);
      return lines;
    };
    file?.push(toLines("json"));
    if (file === undefined || format === "text") consoleQueue.push(toLines(format));
  };
}

// Not `console.log`, which would format the lines again and block while a reader is slow.
async function writeToConsole(bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) written += await Deno.stdout.write(bytes.subarray(written));
}
