import { configureSync, getLogger, type LogRecord } from "@logtape/logtape";

const buffered: LogRecord[] = [];

/** Buffers all log records until {@linkcode flushStartupLogs}, because capabilities warn before the log is started. */
export function bufferStartupLogs(): void {
  configureSync({
    reset: true,
    sinks: { buffer: (record) => void buffered.push(record) },
    loggers: [
      { category: "pawkit", sinks: ["buffer"], lowestLevel: "debug" },
      { category: ["logtape", "meta"], sinks: ["buffer"], lowestLevel: "warning" },
    ],
  });
}

/** Writes the buffered records to the log that is configured now. */
export function flushStartupLogs(): void {
  for (const record of buffered.splice(0)) getLogger(record.category).emit(record);
}
