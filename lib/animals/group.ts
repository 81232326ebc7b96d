import { shortenBranch } from "./bird/branch.ts";
import { toSvg } from "./document.ts";
import { SIDE } from "./shapes.ts";

/** An animal of a group. */
export interface GroupMember {
  readonly alt: string;
  /** Its SVG document, a square. */
  readonly svg: string;
}

/** The side of each animal of a group. */
const TILE_SIDE = 256;

/** The size of a link preview, and the space around its tiles. */
const CARD = { width: 1200, height: 630, margin: 30 };

/**
 * Returns the SVG document of a group. Its title describes all members, because screen readers read no other title
 * inside of a picture. Each tile has its own, too, which browsers show next to the pointer.
 */
export function toGroupDocument(members: readonly GroupMember[], radius = 0): string {
  const { columns, rows } = toGrid(members.length);
  const size = { width: columns * TILE_SIDE, height: rows * TILE_SIDE };
  const tiles = toTiles(members, { left: 0, top: 0, side: TILE_SIDE, columns });
  return toSvg(toTitle(members), size, tiles, { radius: limitRadius(radius, size) });
}

/** Returns the SVG document of a link preview: the group with round corners on the background of its first member. */
export function toCardDocument(members: readonly GroupMember[], radius = 0): string {
  const { columns, rows } = toGrid(members.length);
  const { width, height, margin } = CARD;
  const side = Math.floor(Math.min((width - 2 * margin) / columns, (height - 2 * margin) / rows));
  const tiling = { left: (width - columns * side) / 2, top: (height - rows * side) / 2, side, columns };
  const [background = "", , fill = ""] = BACKGROUND.exec(members[0]!.svg) ?? [];
  // A gradient is one for the whole card. In front of a colour, a frame rounds the corners without clipping anything.
  const isColour = fill.startsWith("#");
  const tiles = toTiles(members, tiling);
  const drawing = background.replace(FIELD, `width="${width}" height="${height}"`) +
    (isColour ? tiles + drawFrame(members.length, tiling, fill) : tiles.replaceAll(background, ""));
  return toSvg(toTitle(members), CARD, drawing, { radius: limitRadius(radius, CARD) });
}

const FIELD = `width="${SIDE}" height="${SIDE}"`;

/** What a drawing begins with, if it has a background. */
const BACKGROUND = new RegExp(`(<linearGradient.*?</linearGradient>)?<rect (?:x="0" )?${FIELD} fill="(.*?)"/>`);

/** Returns the grid of a group: one row of at most four, or about as many rows as columns. */
function toGrid(count: number): { readonly columns: number; readonly rows: number } {
  const columns = count <= 4 ? count : Math.ceil(Math.sqrt(count));
  return { columns, rows: Math.ceil(count / columns) };
}

/** Where the tiles of a group are: from the left, row by row. */
interface Tiling {
  readonly left: number;
  readonly top: number;
  readonly side: number;
  readonly columns: number;
}

/** Draws one tile after the other. Nothing is clipped, because that takes the rasterizer ten times as long. */
function toTiles(members: readonly GroupMember[], tiling: Tiling): string {
  const scale = tiling.side / SIDE;
  return members.map(({ svg }, index) => {
    const [x, y] = toCorner(index, tiling);
    const start = `<g transform="translate(${x} ${y}) scale(${scale})">`;
    return shortenBranch(svg).replace(/^<svg[^>]*>/, start).replace(/svg>$/, "g>");
  }).join("");
}

function toCorner(index: number, { left, top, side, columns }: Tiling): readonly [x: number, y: number] {
  return [left + index % columns * side, top + Math.floor(index / columns) * side];
}

/** Draws what is around the tiles and their round corners. */
function drawFrame(count: number, tiling: Tiling, fill: string): string {
  const { side } = tiling;
  const round = Math.round(side / 8), edge = side - 2 * round;
  const holes = Array.from({ length: count }, (_, index) => {
    const [x, y] = toCorner(index, tiling);
    return `M${x + round} ${y}h${edge}a${round} ${round} 0 0 1 ${round} ${round}v${edge}` +
      `a${round} ${round} 0 0 1 ${-round} ${round}h${-edge}a${round} ${round} 0 0 1 ${-round} ${-round}v${-edge}` +
      `a${round} ${round} 0 0 1 ${round} ${-round}z`;
  });
  return `<path d="M0 0H${CARD.width}V${CARD.height}H0z${holes.join("")}" fill="${fill}" fill-rule="evenodd"/>`;
}

function toTitle(members: readonly GroupMember[]): string {
  return members.map(({ alt }) => alt).join("; ");
}

/** Half of the shorter side is a circle or a pill. */
function limitRadius(radius: number, { width, height }: { readonly width: number; readonly height: number }): number {
  return Math.min(radius, width / 2, height / 2);
}
