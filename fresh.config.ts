// The settings of the service. Despite the name of this file, Fresh does not read it.

import { defaultMemoryBudget, MIN_BUDGET_BYTES } from "@/lib/process/memory.ts";
import {
  byteCount,
  choice,
  type Environment,
  type Form,
  HOST,
  HOST_AND_PORT,
  integer,
  list,
  match,
  ORIGIN,
  orOff,
  readSetting,
  readText,
  StartupError,
} from "@/lib/process/settings.ts";

/** The groups of endpoints that FEATURES can switch off. */
const FEATURES = ["text", "filters", "lists", "logs", "launcher"] as const;

/** A group of endpoints that FEATURES can switch off. */
export type Feature = typeof FEATURES[number];

const MAX_WORKERS = 64;

/** All settings of the service, checked and frozen. docs/operating.md explains each. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** The origin of the public address, if it is not the host of each request. */
  readonly baseUrl: string | undefined;
  /** The number of proxies in front of the service; 0 if there is none. */
  readonly trustProxy: number;
  /** The features that are served. */
  readonly features: ReadonlySet<Feature>;
  /** The name of the application in the paths of v5. */
  readonly appName: string;
  /** The token of the operator. Without a token, the operator's endpoints respond with 404. */
  readonly operatorToken: string | undefined;
  /** Points per minute and client, or `undefined` if clients are not limited. */
  readonly rateLimit: number | undefined;
  /** The number of threads for filters. */
  readonly workers: number;
  /** The bytes of memory that all filter jobs together may take. */
  readonly memoryBudget: number;
  /** The only hosts that filters fetch from, such as `*.example.com`. An empty list allows all public hosts. */
  readonly sourceHosts: readonly string[];
  /** The hosts that may have a private address, always with their port. */
  readonly privateHosts: readonly string[];
  /** Messages below this level are not logged. */
  readonly logLevel: "info" | "warn" | "error";
  readonly repositoryUrl: string | undefined;
  readonly contact: string | undefined;
  /** Whether this is Deno Deploy, where files do not outlive the instance and logs belong on the console. */
  readonly isDenoDeploy: boolean;
}

/** The settings of version 4 that version 5 does not have. */
const GONE_SETTINGS = [
  "REUSE_PORT",
  "CONTENT_DIR",
  "GENERATED_DIR",
  "LAUNCHER_DATA",
  "LAUNCHER_GITHUB",
  "MAX_SOURCE_BYTES",
  "MAX_PIXELS",
  "SOURCE_TIMEOUT_MS",
  "FILTER_TIMEOUT_MS",
  "FILTER_WORKERS",
  "FILTER_CACHE_BYTES",
  "ALLOW_PRIVATE_HOSTS",
  "CLIENT_JOBS",
  "STATE_URL",
  "STATE_DIR",
  "LOGS_DIR",
  "LOG_FORMAT",
  "LOG_MAX_BYTES",
];

const TOKEN: Form<string> = { ...match(/^[\x21-\x7e]{16,512}$/, "16 to 512 visible characters"), isSecret: true };

/**
 * Reads the settings from the environment.
 *
 * @throws {StartupError} naming the setting, its form and the value.
 */
export function loadConfig(env: Environment = Deno.env): Config {
  const read = <T>(name: string, form: Form<T>) => readSetting(env, name, form);
  // A setting without an effect would mislead the operator, for example about the folder of the logs.
  const gone = GONE_SETTINGS.filter((name) => readText(env, name) !== undefined).join(", ");
  if (gone !== "") {
    throw new StartupError(`Cannot start: ${gone} must not be set, because version 5 has no such setting`);
  }
  return Object.freeze({
    port: read("PORT", integer(0, 65_535)) ?? 8000,
    host: read("HOST", match(/^[\w.:-]+$/, "an address of this machine such as 127.0.0.1")) ?? "0.0.0.0",
    baseUrl: read("BASE_URL", ORIGIN),
    trustProxy: read("TRUST_PROXY", orOff(integer(1, 16))) ?? 0,
    features: new Set(read("FEATURES", list(choice(...FEATURES))) ?? FEATURES),
    appName: read("APP_NAME", match(/^[\w.-]{1,64}$/, "1 to 64 of A-Z a-z 0-9 . _ -")) ?? "app",
    operatorToken: read("OPERATOR_TOKEN", TOKEN),
    rateLimit: (read("RATE_LIMIT", orOff(integer(1, 1_000_000_000))) ?? 1200) || undefined,
    workers: read("WORKERS", integer(1, MAX_WORKERS)) ?? Math.min(MAX_WORKERS, navigator.hardwareConcurrency + 1),
    memoryBudget: read("MEMORY_BUDGET", byteCount(MIN_BUDGET_BYTES)) ?? defaultMemoryBudget(),
    sourceHosts: read("SOURCE_HOSTS", list(HOST)) ?? [],
    privateHosts: read("PRIVATE_HOSTS", list(HOST_AND_PORT)) ?? [],
    logLevel: read("LOG_LEVEL", choice("info", "warn", "error")) ?? "info",
    repositoryUrl: read("REPOSITORY_URL", match(/^https:\/\/\S+$/, "an https: URL")),
    contact: read("CONTACT", match(/^(https:\/\/\S+|mailto:[^\s@]+@[^\s@]+)$/, "a mailto: or https: URL")),
    isDenoDeploy: env.get("DENO_DEPLOY") !== undefined,
  });
}
