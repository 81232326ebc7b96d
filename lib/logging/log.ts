import { configureSync, getLogger, type LogRecord } from "@logtape/logtape";
import type { RequestWriter } from "@/lib/http/request_record.ts";
import { ReservedDescriptors } from "@/lib/fs/descriptors.ts";
import { writeAll } from "@/lib/fs/write_all.ts";
import { addClient, toAccessLine, toAccessText } from "@/lib/logging/access_line.ts";
import { LineQueue, type LostLines } from "@/lib/logging/line_queue.ts";
import { LogFile, type LogFileOptions } from "@/lib/logging/log_file.ts";
import { toJsonLine, toTextLine } from "@/lib/logging/log_line.ts";
import { startRetention } from "@/lib/logging/retention.ts";
import { createRedactor, type RedactorOptions } from "@/lib/text/redact.ts";

/** Options of {@linkcode startLog}. */
export interface LogOptions extends RedactorOptions {
  readonly level: "debug" | "info" | "warning" | "error";
  /** The form of lines on the console. Files always contain JSON. */
  readonly format: "text" | "json";
  /** The log files, or `undefined` to log only to the console. */
  readonly files: LogFileOptions | undefined;
  /** Whether Deno exports telemetry. It then also exports what is written to the console, but only by `console`. */
  readonly hasTelemetry?: boolean;
  /** Counts the lines that are not written. */
  readonly lost?: LostLines;
  /** The console; by default stdout. */
  readonly console?: Pick<Deno.FsFile, "write">;
}

/** A running log. */
export interface Log {
  /** Writes an answered request, unless it was refused or the level excludes requests. */
  readonly logRequest: RequestWriter;
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
 * `service-<date>.log`, answered requests to the console and to `access-<date>.log`. If the folder is not writable,
 * that is logged once and only the console is used.
 *
 * Anyone may read the files, so they have neither clients nor stack traces: whoever knew one request of a person could
 * otherwise find all of them. The console, which only the operator reads, has both. In a record, the client is the
 * property `client` and never part of the message.
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
  const stopRetention = files && service && await startRetention(files);
  const redact = createRedactor(options);
  const toConsoleLine = format === "text" ? toTextLine : (record: LogRecord) => toJsonLine(record, { hasStack: true });
  const reserved = new ReservedDescriptors();
  configure(level, (record) =>
    reserved.releaseDuring(() => {
      const line = redact(toConsoleLine(record));
      if (options.hasTelemetry) exportLine(record.level, line);
      else consoleQueue.write(line);
      const { client: _, ...properties } = record.properties;
      service?.write(redact(toJsonLine({ ...record, properties }, { hasStack: false })));
    }));
  for (const record of buffered.splice(0)) getLogger(record.category).emit(record);
  const hasRequests = level === "info" || level === "debug";
  return {
    logRequest(record) {
      // A refused client can send tens of thousands of requests in a second. The metrics count them.
      if (!hasRequests || record.isRefused) return;
      // Formatted once, for the file and the console.
      let formatted: string | undefined;
      const getLine = () => formatted ??= toAccessLine(record);
      consoleQueue.write(() => format === "text" ? toAccessText(record) : addClient(getLine(), record.client));
      // Requests that failed through the service itself are never left out.
      if (record.status >= 500) access?.write(getLine);
      else access?.writeUnlessFull(getLine);
    },
    async close() {
      stopRetention?.();
      await Promise.all([consoleQueue.flush(), service?.flush(), access?.flush()]);
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
