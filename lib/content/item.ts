import type { Credit } from "@/lib/content/credits.ts";

/** An item of a response. Its message is the URL or the text. */
export type Item = { readonly url: string } | { readonly text: string };

/** An animal as an item of a response. */
export interface Animal {
  readonly id: string;
  /** The URL of its picture. */
  readonly url: string;
  /** The alternative text of the picture. */
  readonly alt: string;
  /** The size in pixels, unless the picture is on another server. */
  readonly width?: number;
  readonly height?: number;
  readonly mediaType: string | undefined;
  /** The author and the licence of a photograph. */
  readonly credit?: Credit | undefined;
}
