import { toGrid, toGroupDocument } from "@pawkit/animals/group";
import { type DrawingPlan, planDrawing } from "@/lib/content/drawings/drawings.ts";
import { GROUP_PARAMETERS } from "@/lib/content/parameters.ts";
import type { DrawnAnimal } from "@/lib/content/drawings/picked_animal.ts";
import type { PictureVariant } from "@/lib/content/drawings/variant.ts";

/** Plans one picture of several animals. Each tile is the picture of its animal in this variant. */
export function planGroup(animals: readonly DrawnAnimal[], variant: PictureVariant): DrawingPlan {
  const tiles = animals.map((animal) => planDrawing(animal, variant)!);
  const { type, radius, motion } = tiles[0]!;
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
