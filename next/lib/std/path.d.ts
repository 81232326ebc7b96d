// The types of the parts of @std/path that the service uses: the npm build has none.

/** Returns the last part of a path, without `suffix`. */
export function basename(path: string | URL, suffix?: string): string;

/** Returns the folder of a path. */
export function dirname(path: string | URL): string;

/** Returns the extension of a path with its dot, or an empty string. */
export function extname(path: string | URL): string;

/** Returns the path of a file URL. */
export function fromFileUrl(url: string | URL): string;

/** Joins and normalizes paths. */
export function join(path: string | URL, ...paths: string[]): string;

/** Returns the absolute path, relative to the working folder if no part is absolute. */
export function resolve(...paths: string[]): string;

/** Returns the file URL of an absolute path. */
export function toFileUrl(path: string): URL;

/** The path separator of this system. */
export const SEPARATOR: "/" | "\\";
