import { StartupError } from "@/lib/process/start_error.ts";

/** Every setting of the service, read once at start, checked and frozen. */
export interface Config {
  /** Where to listen. Port 0 picks a free one. */
  readonly port: number;
  readonly host: string;
  /** The address put in front of picture URLs; `undefined` takes the request's own. */
  readonly baseUrl: string | undefined;
  /** How many proxies in front are believed, counted from the right. */
  readonly trustProxy: number;
  /** The path segment of the application's own API. */
  readonly appName: string;
  /** The operator's own pictures and lists. */
  readonly contentDir: string | undefined;
  readonly generatedDir: string;
  readonly logsDir: string;
  /** Where the application's data comes from: a file, GitHub's releases, or the shipped sample. */
  readonly launcherData: string | undefined;
  readonly launcherGithub: string | undefined;
  readonly githubToken: string | undefined;
  /** Another GitHub than the public one. */
  readonly githubApiUrl: string;
  /** Where the last good releases are kept over a restart. */
  readonly stateDir: string;
  /** `host[:port]` entries that the image guard lets through. */
  readonly allowPrivateHosts: readonly string[];
  readonly limits: FilterLimits;
  /** Threads that filter pictures; 0 filters in the thread that answers. */
  readonly filterWorkers: number;
  readonly filterQueue: number;
  readonly filterCacheBytes: number;
  /** Points a minute and client, or `undefined` for no limit. */
  readonly rateLimit: number | undefined;
  readonly operatorToken: string | undefined;
  /** Where the operator can be written to: the page, the OpenAPI document and `security.txt` name it. */
  readonly contact: string | undefined;
  /** Where limits and bans live: empty for memory, `kv:`, `kv:<file>` or `redis://…`. */
  readonly stateUrl: string;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** Whether Deno exports telemetry, so that there is a point in recording it. */
  readonly telemetry: boolean;
  /** Whether this is Deno Deploy, where the disk is not kept and logs belong on the console. */
  readonly onDeploy: boolean;
}

/** What one filter request may cost. */
export interface FilterLimits {
  /** A source above this is not downloaded to its end. */
  readonly maxSourceBytes: number;
  /** Pixels of one frame: 25 MP decode to 100 MB. */
  readonly maxPixels: number;
  /** Pixels over all frames of an animation. */
  readonly maxTotalPixels: number;
  readonly maxFrames: number;
  readonly maxRedirects: number;
  /** To connect and download, redirects included. */
  readonly sourceTimeoutMs: number;
  /** To decode, filter and encode. */
  readonly filterTimeoutMs: number;
}

const LOG_LEVELS = ["debug", "info", "warning", "error"] as const;
const LOG_FORMATS = ["text", "json"] as const;

/** The least severe record that is written. */
export type LogLevel = typeof LOG_LEVELS[number];

/** Lines for a person or for a program. */
export type LogFormat = typeof LOG_FORMATS[number];

/** The part of `Deno.env` that is used, so that a test can hand in its own. */
export type Environment = Pick<Deno.Env, "get">;

const MIB = 1024 * 1024;

/**
 * Reads the settings from the environment.
 *
 * @throws {TypeError} naming the variable, the wanted form and the value.
 */
export function loadConfig(env: Environment = Deno.env, isTerminal = Deno.stdout.isTerminal()): Config {
  return Object.freeze({
    port: readInteger(env, "PORT", { min: 0, max: 65_535, fallback: 8000 }),
    host: readText(env, "HOST") ?? "0.0.0.0",
    baseUrl: readOrigin(env, "BASE_URL"),
    trustProxy: readIntegerOrOff(env, "TRUST_PROXY", { min: 0, max: 16, fallback: 0 }) ?? 0,
    appName: readMatch(env, "APP_NAME", /^[A-Za-z0-9._-]{1,64}$/, "1 to 64 of A-Z a-z 0-9 . _ -") ?? "app",
    contentDir: readText(env, "CONTENT_DIR"),
    generatedDir: readText(env, "GENERATED_DIR") ?? "static/generated",
    logsDir: readText(env, "LOGS_DIR") ?? "logs",
    launcherData: readText(env, "LAUNCHER_DATA"),
    launcherGithub: readMatch(env, "LAUNCHER_GITHUB", /^[A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100}$/, "owner/repo"),
    githubToken: readText(env, "GITHUB_TOKEN"),
    githubApiUrl: readAddress(env, "GITHUB_API_URL") ?? "https://api.github.com",
    stateDir: readText(env, "STATE_DIR") ?? "state",
    allowPrivateHosts: readHosts(env),
    limits: Object.freeze(readLimits(env)),
    filterWorkers: readInteger(env, "FILTER_WORKERS", { min: 0, max: 64, fallback: navigator.hardwareConcurrency }),
    filterQueue: readInteger(env, "FILTER_QUEUE", { min: 0, max: 10_000, fallback: 64 }),
    filterCacheBytes: readInteger(env, "FILTER_CACHE_BYTES", { min: 0, max: 64 * 1024 * MIB, fallback: 64 * MIB }),
    rateLimit: readIntegerOrOff(env, "RATE_LIMIT", { min: 10, max: 1_000_000_000, fallback: 1200 }),
    operatorToken: readMatch(env, "OPERATOR_TOKEN", /^[\x21-\x7e]{16,512}$/, "16 to 512 visible characters"),
    contact: readMatch(env, "CONTACT", /^(https:\/\/\S+|mailto:[^\s@]+@[^\s@]+)$/, "a mailto: or https: address"),
    stateUrl: readMatch(env, "STATE_URL", /^(kv:.*|rediss?:\/\/.+)$/, "kv:, kv:<file> or redis://…") ?? "",
    logLevel: readChoice(env, "LOG_LEVEL", LOG_LEVELS) ?? "info",
    logFormat: readChoice(env, "LOG_FORMAT", LOG_FORMATS) ?? (isTerminal ? "text" : "json"),
    telemetry: /^(1|true)$/.test(env.get("OTEL_DENO") ?? ""),
    onDeploy: env.get("DENO_DEPLOY") !== undefined,
  });
}

function readLimits(env: Environment): FilterLimits {
  return {
    maxSourceBytes: readInteger(env, "MAX_SOURCE_BYTES", { min: 1024, max: 1024 * MIB, fallback: 10 * MIB }),
    maxPixels: readInteger(env, "MAX_PIXELS", { min: 1, max: 250_000_000, fallback: 25_000_000 }),
    maxTotalPixels: readInteger(env, "MAX_TOTAL_PIXELS", { min: 1, max: 500_000_000, fallback: 50_000_000 }),
    maxFrames: readInteger(env, "MAX_FRAMES", { min: 1, max: 10_000, fallback: 200 }),
    maxRedirects: readInteger(env, "MAX_REDIRECTS", { min: 0, max: 20, fallback: 5 }),
    sourceTimeoutMs: readInteger(env, "SOURCE_TIMEOUT_MS", { min: 100, max: 120_000, fallback: 5000 }),
    filterTimeoutMs: readInteger(env, "FILTER_TIMEOUT_MS", { min: 100, max: 120_000, fallback: 10_000 }),
  };
}

// An empty variable counts as unset: that is how compose files and unit files leave one out.
function readText(env: Environment, name: string): string | undefined {
  return env.get(name)?.trim() || undefined;
}

interface IntegerOptions {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
  /** What may stand there instead, for the message. */
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
  throw bad(name, `${range.or ?? ""}a whole number from ${range.min} to ${range.max}`, text);
}

function readMatch(env: Environment, name: string, pattern: RegExp, form: string): string | undefined {
  const text = readText(env, name);
  if (text === undefined || pattern.test(text)) return text;
  throw bad(name, form, isSecret(name) ? `${text.length} characters` : text);
}

function readChoice<T extends string>(env: Environment, name: string, allowed: readonly T[]): T | undefined {
  const text = readText(env, name);
  const found = allowed.find((value) => value === text);
  if (text === undefined || found !== undefined) return found;
  throw bad(name, `one of ${allowed.join(", ")}`, text);
}

function readAddress(env: Environment, name: string): string | undefined {
  const text = readText(env, name);
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === "";
  if (isPlain) return url.href.replace(/\/$/, "");
  throw bad(name, "an http: or https: address without a query", text);
}

// Pages and pictures are asked for at the root of a host: an address with a path would lead past half of them.
function readOrigin(env: Environment, name: string): string | undefined {
  const address = readAddress(env, name);
  if (address === undefined || address === new URL(address).origin) return address;
  throw bad(name, "an http: or https: address without a path", address);
}

function readHosts(env: Environment): readonly string[] {
  const hosts = (readText(env, "ALLOW_PRIVATE_HOSTS") ?? "").split(",").map((host) => host.trim()).filter(Boolean);
  const wrong = hosts.find((host) => {
    return !/^(\[[0-9a-f:.]+\]|[^\s/\\?#*:@[\]]+)(:\d{1,5})?$/i.test(host) || !URL.canParse(`http://${host}`);
  });
  if (wrong === undefined) return Object.freeze(hosts);
  throw bad("ALLOW_PRIVATE_HOSTS", "host[:port] entries with commas between them", wrong);
}

function isSecret(name: string): boolean {
  return name.endsWith("_TOKEN");
}

function bad(name: string, form: string, value: string): StartupError {
  return new StartupError(`Cannot start as ${name} must be ${form}: current value is "${value}"`);
}
