// The settings of the service. Fresh does not read this file; its name is part of the agreed layout.

import {
  byteCount,
  choice,
  type Environment,
  FOLDER,
  HOSTS,
  HTTP_URL,
  integer,
  linuxSwitch,
  match,
  optional,
  ORIGIN,
  orOff,
  readSetting,
  secret,
  type Setting,
  TEXT,
} from "@/lib/process/setting_forms.ts";
import { defaultMemoryBudget, MIN_BUDGET_BYTES } from "@/lib/process/machine_memory.ts";
import { findMisspeltSettings } from "@/lib/process/misspelt_settings.ts";
import { isStateUrl, STATE_URL_FORMS } from "@/lib/store/state_url.ts";

const MIB = 1024 * 1024;
const MAX_WORKERS = 64;

/**
 * The settings: how each is written, and its default in that form. A property such as `baseUrl` is read from the
 * variable `BASE_URL`. Where the default is not a constant, words say what applies. docs/settings.md says what each
 * means, and has the same names and defaults as .env.example; a test compares them.
 */
export const SETTINGS = {
  port: [integer(0, 65_535), "8000"],
  host: [TEXT, "0.0.0.0"],
  reusePort: [linuxSwitch(), "off"],
  baseUrl: [optional(ORIGIN), "the request's host"],
  trustProxy: [orOff(integer(0, 16)), "off"],
  contact: [optional(match(/^(https:\/\/\S+|mailto:[^\s@]+@[^\s@]+)$/, "a mailto: or https: URL")), "none"],
  repositoryUrl: [optional(match(/^https:\/\/\S+$/, "an https: URL")), "none"],

  contentDir: [optional(FOLDER), "none"],
  generatedDir: [FOLDER, "static/generated"],
  appName: [match(/^[A-Za-z0-9._-]{1,64}$/, "1 to 64 of A-Z a-z 0-9 . _ -"), "app"],
  launcherData: [optional(TEXT), "a sample"],
  launcherGithub: [optional(match(/^[A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100}$/, "owner/repo")), "none"],
  githubToken: [optional(secret(match(/^[\x21-\x7e]+$/, "visible ASCII characters without spaces"))), "none"],
  githubApiUrl: [HTTP_URL, "https://api.github.com"],

  maxSourceBytes: [integer(1024, 1024 * MIB), "20971520"],
  maxPixels: [integer(1, 250_000_000), "25000000"],
  sourceTimeoutMs: [integer(100, 120_000), "5000"],
  filterTimeoutMs: [integer(100, 120_000), "10000"],
  filterWorkers: [optional(integer(0, MAX_WORKERS)), "cores"],
  memoryBudget: [
    optional(byteCount(MIN_BUDGET_BYTES)),
    "512 MiB, or half of the memory if that is less, but at least 128 MiB",
  ],
  filterCacheBytes: [integer(0, 64 * 1024 * MIB), "67108864"],
  allowPrivateHosts: [optional(HOSTS), "none"],

  rateLimit: [orOff(integer(10, 1_000_000_000)), "1200"],
  clientJobs: [integer(1, 1000), "4"],
  operatorToken: [optional(secret(match(/^[\x21-\x7e]{16,512}$/, "16 to 512 visible characters"))), "none"],
  stateUrl: [
    optional(secret({ mustBe: STATE_URL_FORMS, parse: (text) => isStateUrl(text) ? text : undefined })),
    "memory",
  ],
  stateDir: [FOLDER, "state"],
  logsDir: [FOLDER, "logs"],
  logLevel: [choice("debug", "info", "warning", "error"), "info"],
  logFormat: [optional(choice("text", "json")), "`text` on a terminal, otherwise `json`"],
  logMaxBytes: [integer(64 * 1024, 2 ** 40), "268435456"],
  otelDeno: [optional(choice("true", "false")), "off"],
} satisfies Record<string, Setting<unknown>>;

/** Limits that nobody has to change. */
const FIXED_LIMITS = {
  /** The most frames of an animation. */
  maxFrames: 1000,
  /** The most redirects of a source. */
  maxRedirects: 5,
  /** The longest time for an upload. */
  uploadTimeoutMs: 30_000,
} satisfies Record<string, number> & { readonly [name in keyof typeof SETTINGS]?: never };

/** Settings of earlier versions, and what applies instead. */
const REMOVED: Readonly<Record<string, string>> = {
  MAX_TOTAL_PIXELS: "all frames together may have twice MAX_PIXELS",
  MAX_FRAMES: `an animation may have ${FIXED_LIMITS.maxFrames} frames`,
  MAX_REDIRECTS: `a source may redirect ${FIXED_LIMITS.maxRedirects} times`,
  UPLOAD_TIMEOUT_MS: `an upload may take ${FIXED_LIMITS.uploadTimeoutMs} ms`,
  SOURCE_URL: "REPOSITORY_URL has the address of the source code",
  FILTER_QUEUE: "at most 2,000 requests wait",
  CLIENT_SHARES: "CLIENT_JOBS is how many filters and drawings a client may have in progress",
};

type Values = {
  readonly [name in keyof typeof SETTINGS]: (typeof SETTINGS)[name] extends Setting<infer T> ? T : never;
};

/** All settings of the service, read once at startup, validated and frozen. */
export interface Config extends Omit<Values, keyof Derived>, Readonly<typeof FIXED_LIMITS>, Derived {}

/** What is not the value of a variable as it is: a default that is not a constant, or a conclusion. */
interface Derived {
  readonly allowPrivateHosts: readonly string[];
  readonly filterWorkers: number;
  readonly memoryBudget: number;
  /** How much of it running jobs may take together, so that transfers, waiting images and short jobs have memory. */
  readonly maxJobBytes: number;
  /** Points per minute and client; `undefined` if they are not limited. */
  readonly rateLimit: number | undefined;
  /** The most pixels of all frames of an animation together. */
  readonly maxTotalPixels: number;
  /** Empty for memory. */
  readonly stateUrl: string;
  readonly logFormat: "text" | "json";
  /** Whether Deno exports telemetry. */
  readonly hasTelemetry: boolean;
  /** Whether this is Deno Deploy, where the disk does not outlive the instance and logs belong on the console. */
  readonly isDenoDeploy: boolean;
  /** A message about each variable that looks like a setting but has no effect. */
  readonly warnings: readonly string[];
}

/**
 * Reads the settings from the environment.
 *
 * @throws {StartupError} naming the variable, the required form and the value.
 */
export function loadConfig(env: Environment = Deno.env, isTerminal = Deno.stdout.isTerminal()): Config {
  const entries = Object.entries<Setting<unknown>>(SETTINGS)
    .map(([name, setting]) => [name, readSetting(toVariable(name), setting, env)]);
  const values: Values = Object.fromEntries(entries);
  const memoryBudget = values.memoryBudget ?? defaultMemoryBudget();
  return Object.freeze({
    ...values,
    ...FIXED_LIMITS,
    allowPrivateHosts: values.allowPrivateHosts ?? [],
    filterWorkers: values.filterWorkers ?? Math.min(navigator.hardwareConcurrency, MAX_WORKERS),
    memoryBudget,
    maxJobBytes: memoryBudget - 64 * MIB,
    rateLimit: values.rateLimit || undefined,
    maxTotalPixels: 2 * values.maxPixels,
    stateUrl: values.stateUrl ?? "",
    logFormat: values.logFormat ?? (isTerminal ? "text" : "json"),
    hasTelemetry: values.otelDeno === "true",
    isDenoDeploy: env.get("DENO_DEPLOY") !== undefined,
    warnings: [
      ...Object.entries(REMOVED).filter(([name]) => env.get(name)?.trim()).map(([name, instead]) =>
        `${name} is not a setting any more and has no effect: ${instead}`
      ),
      ...findMisspeltSettings(
        Object.keys(env.toObject?.() ?? {}).filter((name) => !Object.hasOwn(REMOVED, name)),
        Object.keys(SETTINGS).map(toVariable),
      ),
    ],
  });
}

/** Returns the environment variable of a setting: `BASE_URL` for `baseUrl`. */
export function toVariable(name: string): string {
  return name.replace(/[A-Z]/g, "_$&").toUpperCase();
}

/** Returns the variables that the operator has not set, for a process that inherits the others. */
export function leaveOutSet(variables: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !Deno.env.get(name)));
}
