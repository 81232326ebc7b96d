// The types of what we use of @std/path: the npm build carries none.

/** The last part of a path, without `suffix`. */
export function basename(path: string | URL, suffix?: string): string;
/** The folder of a path. */
export function dirname(path: string | URL): string;
/** The extension of a path with its dot, or an empty text. */
export function extname(path: string | URL): string;
/** The path of a file URL. */
export function fromFileUrl(url: string | URL): string;
/** Joins and normalises. */
export function join(path: string | URL, ...paths: string[]): string;
/** The path from one place to another. */
export function relative(from: string, to: string): string;
/** The file URL of an absolute path. */
export function toFileUrl(path: string): URL;
/** The separator of this system. */
export const SEPARATOR: "/" | "\\";
