import { hideCredentials } from "@/lib/process/hide_credentials.ts";
import { StartupError } from "@/lib/process/startup_error.ts";

/** All settings of the service, read once at the start, validated and frozen. */
export interface Config {
  /** The port to listen on; 0 chooses a free one. */
  readonly port: number;
  readonly host: string;
  /** Whether several processes may listen on the same port. */
  readonly reusePort: boolean;
  /** The origin of public URLs; `undefined` means the origin of each request. */
  readonly baseUrl: string | undefined;
  /** The number of trusted proxies in front of the service. Each appends one entry to `x-forwarded-for`. */
  readonly trustProxy: number;
  /** The name of the application in the paths of the v5 API. */
  readonly appName: string;
  /** The folder of the operator's pictures and lists. */
  readonly contentDir: string | undefined;
  readonly generatedDir: string;
  readonly logsDir: string;
  /** A file with the application's data. Without it and without `launcherGithub`, the included sample is used. */
  readonly launcherData: string | undefined;
  /** The GitHub repository whose releases are the application's data: `owner/repo`. */
  readonly launcherGithub: string | undefined;
  readonly githubToken: string | undefined;
  /** The API of GitHub, or of a GitHub Enterprise server. */
  readonly githubApiUrl: string;
  /** The folder in which the last valid releases survive a restart. */
  readonly stateDir: string;
  /** Private hosts that images may be fetched from, as `host[:port]`. */
  readonly allowPrivateHosts: readonly string[];
  readonly limits: FilterLimits;
  /** Number of threads that filter images. If it is 0, the main thread does. */
  readonly filterWorkers: number;
  /** Maximum number of requests that wait for a thread. */
  readonly filterQueue: number;
  readonly filterCacheBytes: number;
  /** Points per minute and client, or `undefined` for no limit. */
  readonly rateLimit: number | undefined;
  /** Multiplies what a client may have in progress at once. */
  readonly clientShares: number;
  /** The token that opens the operator area. Without one nobody can enter it. */
  readonly operatorToken: string | undefined;
  /** How to reach the operator, for the page, the OpenAPI document and `security.txt`: an `https:` or `mailto:` URL. */
  readonly contact: string | undefined;
  /** Where limits and bans are stored: `kv:`, `kv:<file>`, `redis://…`, or empty for memory. */
  readonly stateUrl: string;
  /** The least severe level that is logged. */
  readonly logLevel: "debug" | "info" | "warning" | "error";
  /** The size of a day's log file beyond which only a sample of the lines is written. */
  readonly logMaxBytes: number;
  /** The form of log lines: text for people, JSON for programs. */
  readonly logFormat: "text" | "json";
  /** Whether Deno exports telemetry, so that it is worth recording. */
  readonly telemetry: boolean;
  /** Whether this is Deno Deploy, where the disk does not outlive the instance and logs belong on the console. */
  readonly onDeploy: boolean;
}

/** Limits of one filter request. */
export interface FilterLimits {
  /** The largest image file. The download of a larger one is aborted. */
  readonly maxSourceBytes: number;
  /** Pixels of one frame; 25 MP take 100 MB when decoded. */
  readonly maxPixels: number;
  /** Pixels of all frames of an animation together. */
  readonly maxTotalPixels: number;
  readonly maxFrames: number;
  readonly maxRedirects: number;
  /** The time to connect and download, including redirects. */
  readonly sourceTimeoutMs: number;
  /** The longest time for an upload. */
  readonly uploadTimeoutMs: number;
  /** The time to decode, filter and encode. */
  readonly filterTimeoutMs: number;
}

/** The part of `Deno.env` that is used, so that a test can pass its own. */
export type Environment = Pick<Deno.Env, "get">;

const MIB = 1024 * 1024;

/**
 * Reads the settings from the environment.
 *
 * @throws {StartupError} naming the variable, the required form and the value.
 */
export function loadConfig(env: Environment = Deno.env, isTerminal = Deno.stdout.isTerminal()): Config {
  return Object.freeze({
    port: readInteger(env, "PORT", { min: 0, max: 65_535, fallback: 8000 }),
    host: readText(env, "HOST") ?? "0.0.0.0",
    reusePort: readReusePort(env),
    baseUrl: readOrigin(env, "BASE_URL"),
    trustProxy: readIntegerOrOff(env, "TRUST_PROXY", { min: 0, max: 16, fallback: 0 }) ?? 0,
    appName: readMatch(env, "APP_NAME", /^[A-Za-z0-9._-]{1,64}$/, "1 to 64 of A-Z a-z 0-9 . _ -") ?? "app",
    contentDir: readText(env, "CONTENT_DIR"),
    generatedDir: readText(env, "GENERATED_DIR") ?? "static/generated",
    logsDir: readText(env, "LOGS_DIR") ?? "logs",
    launcherData: readText(env, "LAUNCHER_DATA"),
    launcherGithub: readMatch(env, "LAUNCHER_GITHUB", /^[A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100}$/, "owner/repo"),
    githubToken: readText(env, "GITHUB_TOKEN"),
    githubApiUrl: readUrl(env, "GITHUB_API_URL") ?? "https://api.github.com",
    stateDir: readText(env, "STATE_DIR") ?? "state",
    allowPrivateHosts: readHosts(env),
    limits: Object.freeze({
      maxSourceBytes: readInteger(env, "MAX_SOURCE_BYTES", { min: 1024, max: 1024 * MIB, fallback: 10 * MIB }),
      maxPixels: readInteger(env, "MAX_PIXELS", { min: 1, max: 250_000_000, fallback: 25_000_000 }),
      maxTotalPixels: readInteger(env, "MAX_TOTAL_PIXELS", { min: 1, max: 500_000_000, fallback: 50_000_000 }),
      maxFrames: readInteger(env, "MAX_FRAMES", { min: 1, max: 10_000, fallback: 200 }),
      maxRedirects: readInteger(env, "MAX_REDIRECTS", { min: 0, max: 20, fallback: 5 }),
      sourceTimeoutMs: readInteger(env, "SOURCE_TIMEOUT_MS", { min: 100, max: 120_000, fallback: 5000 }),
      uploadTimeoutMs: readInteger(env, "UPLOAD_TIMEOUT_MS", { min: 100, max: 600_000, fallback: 30_000 }),
      filterTimeoutMs: readInteger(env, "FILTER_TIMEOUT_MS", { min: 100, max: 120_000, fallback: 10_000 }),
    }),
    filterWorkers: readInteger(env, "FILTER_WORKERS", { min: 0, max: 64, fallback: navigator.hardwareConcurrency }),
    filterQueue: readInteger(env, "FILTER_QUEUE", { min: 0, max: 10_000, fallback: 64 }),
    filterCacheBytes: readInteger(env, "FILTER_CACHE_BYTES", { min: 0, max: 64 * 1024 * MIB, fallback: 64 * MIB }),
    rateLimit: readIntegerOrOff(env, "RATE_LIMIT", { min: 10, max: 1_000_000_000, fallback: 1200 }),
    clientShares: readInteger(env, "CLIENT_SHARES", { min: 1, max: 1000, fallback: 1 }),
    operatorToken: readMatch(env, "OPERATOR_TOKEN", /^[\x21-\x7e]{16,512}$/, "16 to 512 visible characters"),
    contact: readMatch(env, "CONTACT", /^(https:\/\/\S+|mailto:[^\s@]+@[^\s@]+)$/, "a mailto: or https: URL"),
    stateUrl: readMatch(env, "STATE_URL", /^(kv:.*|rediss?:\/\/.+)$/, "kv:, kv:<file> or redis://…") ?? "",
    logLevel: readChoice(env, "LOG_LEVEL", ["debug", "info", "warning", "error"]) ?? "info",
    logMaxBytes: readInteger(env, "LOG_MAX_BYTES", { min: 64 * 1024, max: 2 ** 40, fallback: 256 * MIB }),
    logFormat: readChoice(env, "LOG_FORMAT", ["text", "json"]) ?? (isTerminal ? "text" : "json"),
    telemetry: /^(1|true)$/.test(env.get("OTEL_DENO") ?? ""),
    onDeploy: env.get("DENO_DEPLOY") !== undefined,
  });
}

// An empty variable counts as unset, because compose files and unit files can empty a variable but not unset it.
function readText(env: Environment, name: string): string | undefined {
  return env.get(name)?.trim() || undefined;
}

interface IntegerOptions {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
  /** Begins the required form in the error message: `off or `. */
  readonly or?: string;
}

function readIntegerOrOff(env: Environment, name: string, range: IntegerOptions): number | undefined {
  return readText(env, name) === "off" ? undefined : readInteger(env, name, { ...range, or: "off or " });
}

function readInteger(env: Environment, name: string, range: IntegerOptions): number {
  const text = readText(env, name);
  if (text === undefined) return range.fallback;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (value >= range.min && value <= range.max) return value;
  throw settingError(name, `${range.or ?? ""}a whole number from ${range.min} to ${range.max}`, text);
}

function readMatch(env: Environment, name: string, pattern: RegExp, form: string): string | undefined {
  const text = readText(env, name);
  if (text === undefined || pattern.test(text)) return text;
  throw settingError(name, form, text);
}

function readChoice<T extends string>(env: Environment, name: string, allowed: readonly T[]): T | undefined {
  const text = readText(env, name);
  const found = allowed.find((value) => value === text);
  if (text === undefined || found !== undefined) return found;
  throw settingError(name, `one of ${allowed.join(", ")}`, text);
}

/** Reads REUSE_PORT. Elsewhere than on Linux, the system does not distribute connections among the processes. */
export function readReusePort(env: Environment, os: string = Deno.build.os): boolean {
  const value = readChoice(env, "REUSE_PORT", ["on", "off"]);
  if (value === "on" && os !== "linux") {
    throw settingError("REUSE_PORT", `off, because this is ${os}, not Linux`, value);
  }
  return value === "on";
}

function readUrl(env: Environment, name: string): string | undefined {
  const text = readText(env, name);
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
  if (isHttp && url.username + url.password + url.search + url.hash === "") return url.href.replace(/\/$/, "");
  throw settingError(name, "an http: or https: URL without credentials or a query", text);
}

// Without a path, because pages and pictures are always served from the root of the host.
function readOrigin(env: Environment, name: string): string | undefined {
  const url = readUrl(env, name);
  if (url === undefined || url === new URL(url).origin) return url;
  throw settingError(name, "an http: or https: URL without a path", url);
}

function readHosts(env: Environment): readonly string[] {
  const hosts = (readText(env, "ALLOW_PRIVATE_HOSTS") ?? "").split(",").map((host) => host.trim()).filter(Boolean);
  const wrong = hosts.find((host) => {
    return !/^(\[[0-9a-f:.]+\]|[^\s/\\?#*:@[\]]+)(:\d{1,5})?$/i.test(host) || !URL.canParse(`http://${host}`);
  });
  if (wrong === undefined) return Object.freeze(hosts);
  throw settingError("ALLOW_PRIVATE_HOSTS", "a comma-separated list of host[:port]", wrong);
}

// No message must show a secret. STATE_URL may contain a password, and a malformed URL may have it anywhere.
function settingError(name: string, form: string, value: string): StartupError {
  const isSecret = name.endsWith("_TOKEN") || name === "STATE_URL";
  const got = isSecret ? `${value.length} characters` : `"${hideCredentials(value)}"`;
  return new StartupError(`Cannot start: ${name} must be ${form}, got ${got}`);
}
