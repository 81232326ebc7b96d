declare const KIND: unique symbol;

/** A text that identifies something. Keys of different kinds cannot be mixed up. */
type Key<Kind extends string> = string & { readonly [KIND]: Kind };

/** The URL of an image exactly as the caller gave it, or its path if it is an image of this service. */
export type ImageRef = Key<"image">;

/** Identifies the bytes of an image: their SHA-256, or path and etag of a picture of this service. */
export type ContentKey = Key<"content">;

/** Identifies a request: its operation and its {@linkcode ImageRef}. */
export type RequestKey = Key<"request">;

/** Identifies a result: the operation and the {@linkcode ContentKey} of what it was applied to. */
export type ResultKey = Key<"result">;
