import type { z } from "zod";
import { lazy } from "@/lib/async/lazy.ts";
import { TimeSlice } from "@/lib/async/time_slice.ts";
import { withoutByteOrderMark } from "@/lib/text/byte_order_mark.ts";

/** The author and the licence of a picture, as responses contain them. */
export type Credit = Readonly<z.infer<ReturnType<typeof creditSchema>>>;

/** A picture in `credits.json`. */
export interface CreditedPicture {
  readonly credit: Credit;
  readonly title: string | undefined;
}

/** The name of the file with the credits of the pictures in the same folder. */
export const CREDITS_FILE = "credits.json";

/** The longest text of a credit. Longer ones are cut off, because every response with the picture repeats them. */
const MAX_CHARACTERS = 300;

/** Returns the schema of a credit. It gets zod, because a service without credits does not load it. */
export function creditSchema(zod: typeof z) {
  const text = zod.string("must have text").trim().overwrite((value) => value.slice(0, MAX_CHARACTERS))
    .refine((value) => value !== "", "must have text");
  // Only these protocols, because pages link to it.
  const url = zod.url({ protocol: /^https?$/, normalize: true, error: "must have an http or https URL" });
  const fields = { author: text, license: text, licenseUrl: url.exactOptional(), source: url.exactOptional() };
  return zod.object(fields, "must have a credit with an author and a license");
}

const loadSchema = lazy(async () => creditSchema((await import("zod")).z));

/**
 * Parses the text of a `credits.json`. An entry that is not valid is `undefined`, and its error is reported to `warn`.
 *
 * @throws {SyntaxError|TypeError} if the text is not JSON or has another form.
 */
export async function parseCredits(
  text: string,
  warn: (name: string, message: string) => void,
): Promise<Map<string, CreditedPicture | undefined>> {
  const value: unknown = JSON.parse(withoutByteOrderMark(text));
  if (!isRecord(value) || !isRecord(value.pictures)) {
    throw new TypeError('must be a JSON object with the credit of each file in "pictures"');
  }
  const schema = await loadSchema();
  const credits = new Map<string, CreditedPicture | undefined>();
  const slice = new TimeSlice();
  for (const [name, entry] of Object.entries(value.pictures)) {
    if (slice.isOver) await slice.rest();
    const { data: credit, error } = schema.safeParse(entry);
    if (error !== undefined) warn(name, toMessage(error, entry));
    const title = isRecord(entry) && typeof entry.title === "string" ? entry.title : undefined;
    credits.set(name, credit && { credit, title });
  }
  return credits;
}

/** Parses a credit. @throws {TypeError} if it has no author or licence, or a URL that browsers must not open. */
export async function parseCredit(value: unknown): Promise<Credit> {
  const { data, error } = (await loadSchema()).safeParse(value);
  if (error !== undefined) throw new TypeError(toMessage(error, value));
  return data;
}

/** Returns whether a value is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the message for the first invalid field. */
function toMessage({ issues: [issue] }: z.ZodError, entry: unknown): string {
  const { message, path: [field] } = issue!;
  if (field === undefined) return message;
  return `${message} as its ${String(field)}, got ${JSON.stringify(Object(entry)[field])}`;
}
