import { planAnimal } from "@pawkit/animals";
import { PREVIEW } from "@/lib/content/parameters.ts";
import type { DrawnAnimal } from "@/lib/content/drawings/picked_animal.ts";
import {
  DEFAULT_SIZE,
  type DrawingType,
  type PictureVariant,
  type TextOptions,
  toSuffix,
  toViewOptions,
} from "@/lib/content/drawings/variant.ts";

/** A drawing before it is drawn, which is cheap. */
export interface DrawingPlan {
  /** Equal for equal drawings, whatever the request. */
  readonly key: string;
  readonly type: DrawingType;
  readonly alt: string;
  /** The size in pixels, or in the columns of a terminal. That of an SVG does not depend on the request. */
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  /** Whether it moves. */
  readonly motion: boolean;
  /** The colours of text. */
  readonly colours?: TextOptions["colours"] | undefined;
  /** Draws the SVG document, which takes a millisecond. */
  readonly drawSvg: () => string;
  /** Draws the documents of the tiles of a group, which a worker renders one by one. */
  readonly drawTiles?: () => readonly string[];
  /** The number of tiles in a row. */
  readonly columns?: number;
}

/** Plans a drawing; returns `undefined` if the id of the animal is not one. */
export function planDrawing({ kind, id }: DrawnAnimal, variant: PictureVariant): DrawingPlan | undefined {
  const { type, size, view, colours } = variant;
  const motion = type === "svg" && variant.motion === true;
  // An SVG scales by itself, and so do its corners.
  const width = type === "svg" ? DEFAULT_SIZE : size;
  const height = view === "preview" ? PREVIEW.height : width;
  const radius = Math.min(variant.radius ?? 0, width / 2);
  const animal = planAnimal(kind, id, { ...toViewOptions(variant), radius: type === "svg" ? radius : 0, motion });
  const suffix = toSuffix({ ...variant, size: width, radius, motion });
  const key = `${kind}/${id}${suffix}${colours === undefined ? "" : ` ${colours}`}`;
  return animal && { key, type, alt: animal.alt, width, height, radius, motion, colours, drawSvg: animal.draw };
}
