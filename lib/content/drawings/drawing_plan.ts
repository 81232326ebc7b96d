import { planAnimal } from "@pawkit/animals";
import { toGrid, toGroupDocument } from "@pawkit/animals/group";
import { GROUP_PARAMETERS, PREVIEW } from "@/lib/content/parameters.ts";
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

/**
 * Plans the picture of one animal, or of several side by side, each of which is a tile in this variant. Returns
 * `undefined` if the id of an animal is not one.
 */
export function planDrawing(animals: readonly DrawnAnimal[], variant: PictureVariant): DrawingPlan | undefined {
  const tiles = animals.map((animal) => planAlone(animal, variant)).filter((tile) => tile !== undefined);
  const [first, ...others] = tiles;
  if (first === undefined || tiles.length < animals.length) return undefined;
  if (others.length === 0) return first;
  const { type, radius, motion } = first;
  const { columns, rows } = toGrid(tiles.length);
  // An SVG scales by itself.
  const side = type === "svg" ? GROUP_PARAMETERS.size.fallback : variant.size;
  return {
    key: tiles.map(({ key }) => key).join(", "),
    type,
    alt: tiles.map(({ alt }) => alt).join("; "),
    width: columns * side,
    height: rows * side,
    radius,
    motion,
    columns,
    drawSvg: () => toGroupDocument(tiles.map(({ alt, drawSvg }) => ({ alt, svg: drawSvg() })), side),
    drawTiles: () => tiles.map(({ drawSvg }) => drawSvg()),
  };
}

function planAlone({ kind, id }: DrawnAnimal, variant: PictureVariant): DrawingPlan | undefined {
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
