import { configureSync, getLogger, type LogRecord } from "@logtape/logtape";
import { join } from "@std/path";
import type { AccessWriter } from "@/lib/http/access_record.ts";
import { writeAll } from "@/lib/fs/write_all.ts";
import { ACCESS_LINES } from "@/lib/logging/access_line.ts";
import { AccessLog, type AccessOutput } from "@/lib/logging/access_log.ts";
import type { ClientNames } from "@/lib/logging/client_names.ts";
import { LineQueue, type LostLines } from "@/lib/logging/line_queue.ts";
import { LogFile, type LogFileOptions } from "@/lib/logging/log_file.ts";
import { toJsonLine, toTextLine } from "@/lib/logging/log_line.ts";
import { createRedactor, type RedactorOptions } from "@/lib/logging/redact.ts";
import { ReservedDescriptors } from "@/lib/process/descriptors.ts";

/** Options of {@linkcode startLog}. */
export interface LogOptions extends RedactorOptions {
  readonly level: "debug" | "info" | "warning" | "error";
  /** The form of lines on the console. Files always contain JSON. */
  readonly format: "text" | "json";
  /** The log files, or `undefined` to log only to the console. */
  readonly files: LogFileOptions | undefined;
  /** Gives clients a name that does not reveal their address. */
  readonly clients: ClientNames;
  /** Whether Deno exports telemetry. It then also exports what is written to the console, but only by `console`. */
  readonly hasTelemetry?: boolean;
  /** Counts the lines that are not written. */
  readonly lost?: LostLines;
  /** The console; by default stdout. */
  readonly console?: Pick<Deno.FsFile, "write">;
}

/** A running log. */
export interface Log {
  /** Writes an answered request, unless the level excludes them. */
  readonly writeAccess: AccessWriter;
  /** Writes all remaining lines and closes the log. */
  close(): Promise<void>;
}

/** The folder in that of the log files for the file that names clients. The log endpoint serves no folder. */
const PRIVATE_FOLDER = "private";

const buffered: LogRecord[] = [];

/** Buffers all log records until {@linkcode startLog}, because some parts of the service warn before it is called. */
export function bufferStartupLogs(): void {
  configure("debug", (record) => void buffered.push(record));
}

/**
 * Starts the log of this process. Records of `getLogger(["pawkit", …])` go to the console and to the file
 * `service-<date>.log`. Answered requests go to `access-<date>.log`, and to the console if it shows text or there is no
 * file. If the folder is not writable, that is logged once and only the console is used.
 *
 * Refused requests and records with the property `client` also go to `private/refused-<date>.log`, which is the only
 * file that names clients.
 */
export async function startLog(options: LogOptions): Promise<Log> {
  const { level, format, lost } = options;
  const files = options.files && { ...options.files, ...(lost && { lost }) };
  // Not `console.log`, which would format the lines again and block while a reader is slow.
  const consoleQueue = new LineQueue((bytes) => writeAll(options.console ?? Deno.stdout, bytes), undefined, lost);
  // Until the files are open, everything is buffered, also a warning that they cannot be opened.
  bufferStartupLogs();
  const service = files && await LogFile.open("service", files);
  const access = files && service && await LogFile.open("access", files);
  const refusedOptions = files && { ...files, dir: join(files.dir, PRIVATE_FOLDER), isPrivate: true };
  const refused = refusedOptions && access && await LogFile.open("refused", refusedOptions);
  const redact = createRedactor(options);
  const isText = format === "text";
  // Files are public: they contain an error and its causes. Only the console also shows the stack.
  const toConsoleLine = (record: LogRecord) => isText ? toTextLine(record) : toJsonLine(record, { hasStack: true });
  const reserved = new ReservedDescriptors();
  configure(level, (record) =>
    reserved.releaseDuring(() => {
      const line = redact(toConsoleLine(record));
      if (options.hasTelemetry) exportLine(record.level, line);
      else consoleQueue.write(line);
      const { client, ...properties } = record.properties;
      service?.write(redact(toJsonLine({ ...record, properties }, { hasStack: false })));
      if (client !== undefined) refused?.write(redact(toJsonLine(record, { hasStack: false })));
    }));
  for (const record of buffered.splice(0)) getLogger(record.category).emit(record);
  const outputs: AccessOutput[] = [];
  if (access !== undefined) outputs.push([access, ACCESS_LINES.json]);
  if (access === undefined || isText) outputs.push([consoleQueue, ACCESS_LINES[format]]);
  const isShown = level === "info" || level === "debug";
  const accessLog = new AccessLog({
    outputs: isShown ? outputs : [],
    privateFile: isShown ? refused : undefined,
    clients: options.clients,
  });
  return {
    writeAccess: (record) => accessLog.write(record),
    async close() {
      accessLog.close();
      await Promise.all([consoleQueue.flush(), service?.flush(), access?.flush(), refused?.flush()]);
      reserved.close();
    },
  };
}

function configure(lowestLevel: LogOptions["level"], sink: (record: LogRecord) => void): void {
  configureSync({
    reset: true,
    sinks: { lines: sink },
    loggers: [
      { category: "pawkit", sinks: ["lines"], lowestLevel },
      // The address and the reason of a stop are logged at every level: with PORT=0 nobody would know the port.
      { category: ["pawkit", "server"], parentSinks: "override", sinks: ["lines"], lowestLevel: "info" },
      { category: ["logtape", "meta"], sinks: ["lines"], lowestLevel: "warning" },
    ],
  });
}

// Deno derives the severity from the method of the console. Written at once, so that Deno finds the span.
function exportLine(level: LogRecord["level"], line: string): void {
  const isError = level === "error" || level === "fatal";
  // deno-lint-ignore no-console -- the only output that Deno exports
  const write = isError ? console.error : level === "warning" ? console.warn : console.info;
  write(line.trimEnd());
}
