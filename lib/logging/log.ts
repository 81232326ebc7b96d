import { configureSync, getJsonLinesFormatter, getLogger, getTextFormatter, type LogRecord } from "@logtape/logtape";
import { type AccessContext, type AccessFormat, toAccessJson, toAccessText } from "@/lib/logging/access_log.ts";
import { ClientHash } from "@/lib/logging/client_hash.ts";
import { openDailyFile } from "@/lib/logging/daily_file.ts";
import { flushStartupLogs } from "@/lib/logging/startup_log.ts";
import { type Append, LineQueue } from "@/lib/logging/line_queue.ts";
import { createRedactor } from "@/lib/logging/redact.ts";
import { SpareFiles } from "@/lib/logging/spare_files.ts";
import type { AccessRecord, AccessWriter } from "@/lib/metrics/traffic.ts";

/** Options of {@linkcode startLog}. */
export interface LogOptions {
  readonly level: "debug" | "info" | "warning" | "error";
  /** How lines look on the console; files hold JSON always. */
  readonly format: "text" | "json";
  /** Where the files of each day lie, or `undefined` for the console alone. */
  readonly dir: string | undefined;
  /** What must never be written. */
  readonly secrets?: readonly (string | undefined)[];
  readonly clients?: ClientHash;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** Writes to the console. */
  readonly console?: Append;
}

/** A log that runs. */
export interface Log {
  /** Writes answered requests; `undefined` when the level leaves them out. */
  readonly writeAccess: AccessWriter | undefined;
  /** Resolves when everything is written. */
  flush(): Promise<void>;
  /** Writes everything and lets go of what is kept open. */
  close(): Promise<void>;
}

type RecordFormat = (record: LogRecord) => string;

/**
 * Starts the log of this process: what `getLogger(["pawkit", …])` takes goes to the console and the file
 * `service-<date>.log`; answered requests go to `access-<date>.log`, and to the console where that is read by a person or
 * is all there is. A folder that cannot be written to is named once, and the console is used.
 */
export async function startLog(options: LogOptions): Promise<Log> {
  const screen = new LineQueue(options.console ?? writeToConsole);
  const redact = createRedactor(options.secrets ?? []);
  const toScreen = options.format === "json" ? getJsonLinesFormatter({ properties: "flatten" }) : toText;
  const files = await openFiles(options).catch((error: unknown) => error);
  const service = files instanceof Files ? files.service : undefined;
  const spares = new SpareFiles();
  configure(options.level, (record) =>
    spares.lend(() => {
      screen.push(redact(toScreen(record)));
      service?.push(redact(toFile(record)));
    }));
  flushStartupLogs();
  if (files !== undefined && !(files instanceof Files)) warnAboutFolder(options.dir, files);
  const access = files instanceof Files ? files.access : undefined;
  const flush = async () => {
    await Promise.all([screen.flush(), service?.flush(), access?.flush()]);
  };
  return {
    writeAccess: toAccessWriter(options, access, screen),
    flush,
    close: () => flush().finally(() => spares.close()),
  };
}

const toJsonLine: RecordFormat = getJsonLinesFormatter({ properties: "flatten" });
const toTextLine: RecordFormat = getTextFormatter({ timestamp: "rfc3339" });

// Anyone may read the files: they name an error and its cause, and the console alone shows where in the code it arose.
function toFile(record: LogRecord): string {
  const { error } = record.properties;
  if (!(error instanceof Error)) return toJsonLine(record);
  return toJsonLine({ ...record, properties: { ...record.properties, error: describe(error) } });
}

function describe({ name, message, cause }: Error): object {
  return { name, message, cause: cause instanceof Error ? describe(cause) : cause };
}

function toText(record: LogRecord): string {
  const { error } = record.properties;
  return error === undefined ? toTextLine(record) : `${toTextLine(record)}${Deno.inspect(error)}\n`;
}

class Files {
  constructor(readonly service: LineQueue, readonly access: LineQueue) {}
}

async function openFiles({ dir, clock }: LogOptions): Promise<Files | undefined> {
  if (dir === undefined) return undefined;
  const open = async (name: string) => {
    const append = await openDailyFile({ dir, name, ...(clock && { clock }) });
    return new LineQueue(append, (error) => warnAboutFolder(dir, error));
  };
  return new Files(await open("service"), await open("access"));
}

function warnAboutFolder(dir: string | undefined, error: unknown): void {
  getLogger(["pawkit", "log"]).warn("Cannot write logs to the folder {dir}: see the console", { dir, error });
}

function configure(lowestLevel: LogOptions["level"], sink: (record: LogRecord) => void): void {
  configureSync({
    reset: true,
    sinks: { lines: sink },
    loggers: [
      { category: "pawkit", sinks: ["lines"], lowestLevel },
      // Where it listens and why it stops is told at every level: with PORT=0 nobody would find it otherwise.
      { category: ["pawkit", "server"], parentSinks: "override", sinks: ["lines"], lowestLevel: "info" },
      { category: ["logtape", "meta"], sinks: ["lines"], lowestLevel: "warning" },
    ],
  });
}

function toAccessWriter(options: LogOptions, file: LineQueue | undefined, screen: LineQueue): AccessWriter | undefined {
  if (options.level !== "info" && options.level !== "debug") return undefined;
  const clients = options.clients ?? new ClientHash();
  const toScreen = options.format === "json" ? toAccessJson : toAccessText;
  return (records, origin) => {
    const context = { clients, origin };
    file?.push(toLines(records, toAccessJson, context));
    if (file === undefined || options.format === "text") screen.push(toLines(records, toScreen, context));
  };
}

function toLines(records: readonly AccessRecord[], format: AccessFormat, context: AccessContext): string {
  let lines = "";
  for (const record of records) lines += format(record, context);
  return lines;
}

// Not `console`: that would format again, and wait for a slow reader.
async function writeToConsole(bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) written += await Deno.stdout.write(bytes.subarray(written));
}
