// The types of what we use of @std/http and @std/media-types: the npm build carries none.

/** What an entity tag is made from: the content, or a file's size and time. */
export type ETagSource = string | Uint8Array | { readonly size: number; readonly mtime: Date | null };
/** The entity tag of some content, strong, or of a file, weak. */
export function eTag(entity: ETagSource, options?: { readonly weak?: boolean }): Promise<string | undefined>;
/** Whether `if-match` lets the request go on. */
export function ifMatch(value: string | null, etag: string | undefined): boolean;
/** Whether `if-none-match` lets the request go on (`false` asks for a 304). */
export function ifNoneMatch(value: string | null, etag: string | undefined): boolean;
/** The caller's preferred encoding among those offered. */
export function acceptsEncodings(request: Pick<Request, "headers">, ...encodings: string[]): string | undefined;
/** The text that belongs to a status. */
export const STATUS_TEXT: Readonly<Record<number, string>>;
/** The full content type of an extension, with its charset. */
export function contentType(extensionOrType: string): string | undefined;
