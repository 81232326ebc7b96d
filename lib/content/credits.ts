/** The author and the licence of a picture, as responses contain them. */
export interface Credit {
  readonly author: string;
  readonly license: string;
  readonly licenseUrl?: string;
  /** The page of the picture at its source. */
  readonly source?: string;
}

/** A picture in `credits.json`. Entries that `deno task photos` writes have all fields, the operator's own need not. */
export interface CreditedPicture {
  readonly credit: Credit;
  readonly title: string | undefined;
  /** The properties of the file. With all of them the service need not read the file at its start. */
  readonly file: RecordedFile | undefined;
}

/** What `credits.json` states about a file. */
export interface RecordedFile {
  /** The first 16 hexadecimal digits of the SHA-256 hash of its content. */
  readonly id: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

/** The name of the file with the credits of the pictures in the same folder. */
export const CREDITS_FILE = "credits.json";

/** The longest text of a credit. Longer ones are cut off, because every response with the picture repeats them. */
const MAX_CHARACTERS = 300;

/**
 * Parses the text of a `credits.json`. An entry that is not valid is `undefined`, and its error is reported to `warn`.
 *
 * @throws {TypeError} if the text is not JSON or has another form.
 */
export function parseCredits(
  text: string,
  warn: (name: string, message: string) => void,
): Map<string, CreditedPicture | undefined> {
  return new Map(
    Object.entries(parseCreditsFile(text).pictures).map(([name, entry]) => {
      try {
        return [name, parsePicture(entry)];
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        warn(name, error.message);
        return [name, undefined];
      }
    }),
  );
}

/** Parses the outer form of a `credits.json`. @throws {TypeError} if the text is not JSON or has another form. */
export function parseCreditsFile(text: string): Readonly<Record<"pictures" | "refused", object>> {
  const value = parseJson(text);
  if (!isRecord(value) || !isRecord(value.pictures)) {
    throw new TypeError('must be a JSON object with the credit of each file in "pictures"');
  }
  return { pictures: value.pictures, refused: isRecord(value.refused) ? value.refused : {} };
}

/** Parses a credit. @throws {TypeError} if it has no author or licence, or a URL that browsers must not open. */
export function parseCredit(value: unknown): Credit {
  if (!isRecord(value)) throw new TypeError("must have a credit with an author and a license");
  const licenseUrl = parseUrl(value, "licenseUrl"), source = parseUrl(value, "source");
  return {
    author: parseText(value, "author"),
    license: parseText(value, "license"),
    ...(licenseUrl !== undefined && { licenseUrl }),
    ...(source !== undefined && { source }),
  };
}

/** Returns whether a value is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TypeError("must be valid JSON", { cause });
  }
}

function parsePicture(entry: unknown): CreditedPicture {
  const credit = parseCredit(entry);
  const { title, id, bytes, width, height } = entry as Readonly<Record<string, unknown>>;
  const isComplete = typeof id === "string" && /^[0-9a-f]{16}$/.test(id) && isCount(bytes) && isCount(width) &&
    isCount(height);
  return {
    credit,
    title: typeof title === "string" ? title : undefined,
    file: isComplete ? { id, bytes, width, height } : undefined,
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function parseText(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = record[name];
  if (typeof value !== "string" || value.trim() === "") {
    throw new TypeError(`must have a text as its ${name}, got ${JSON.stringify(value)}`);
  }
  return value.trim().slice(0, MAX_CHARACTERS);
}

function parseUrl(record: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = record[name];
  if (value === undefined) return undefined;
  const url = typeof value === "string" ? URL.parse(value) : null;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url.href;
  throw new TypeError(`must have an http or https URL as its ${name}, got ${JSON.stringify(value)}`);
}
