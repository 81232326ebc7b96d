import { configureSync, getLogger, type LogRecord } from "@logtape/logtape";

const early: LogRecord[] = [];

/** Keeps what is logged from now on until {@linkcode flushStartupLogs}: capabilities warn before there is a log. */
export function bufferStartupLogs(): void {
  configureSync({
    reset: true,
    sinks: { early: (record) => void early.push(record) },
    loggers: [
      { category: "pawkit", sinks: ["early"], lowestLevel: "debug" },
      { category: ["logtape", "meta"], sinks: ["early"], lowestLevel: "warning" },
    ],
  });
}

/** Hands what was kept to the log that runs now. */
export function flushStartupLogs(): void {
  for (const record of early.splice(0)) getLogger(record.category).emit(record);
}
