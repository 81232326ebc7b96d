import type { Size } from "@/lib/images/pixels.ts";

/** A rectangle of the canvas of an animation. */
export interface Rectangle extends Size {
  readonly left: number;
  readonly top: number;
}

/** A frame as its file stores it. It may exceed the canvas. */
export interface StoredFrame extends Rectangle {
  /** How long it is displayed, in milliseconds. */
  readonly delay: number;
  /** What happens to its rectangle before the next frame is drawn. */
  readonly disposal: "none" | "background" | "previous";
  /** Whether it is alpha-blended over the canvas instead of replacing its rectangle. */
  readonly isBlended: boolean;
}
