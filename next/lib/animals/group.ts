import { toSvg } from "./document.ts";
import { SIDE } from "./shapes.ts";

/** How the tiles of a group are arranged: from the left, row by row. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
}

/** The most tiles in a single row. */
const MAX_SINGLE_ROW = 4;

/** Returns the grid of a group: one row, or about as many rows as columns. */
export function toGrid(count: number): Grid {
  const columns = count <= MAX_SINGLE_ROW ? count : Math.ceil(Math.sqrt(count));
  return { columns, rows: Math.ceil(count / columns) };
}

/** An animal of a group. */
export interface GroupMember {
  readonly alt: string;
  /** Its SVG document, a square. */
  readonly svg: string;
}

/** How a group is framed. */
export interface GroupOptions {
  /** The radius of the corners of the whole picture. */
  readonly radius?: number;
  /** The size of a larger picture, in whose middle the group is. */
  readonly card?: { readonly width: number; readonly height: number } | undefined;
}

/**
 * Returns the SVG document of a group, whose tiles have this side. Its title describes all members, because screen
 * readers read no other title inside of a picture. Each tile has its own, too, which browsers show next to the pointer.
 */
export function toGroupDocument(
  members: readonly GroupMember[],
  side: number,
  { radius = 0, card }: GroupOptions = {},
): string {
  const { columns, rows } = toGrid(members.length);
  const { width, height } = card ?? { width: columns * side, height: rows * side };
  const left = (width - columns * side) / 2, top = (height - rows * side) / 2;
  const tiles = members.map(({ svg }, index) => {
    const x = left + index % columns * side, y = top + Math.floor(index / columns) * side;
    return svg.replace(`width="${SIDE}" height="${SIDE}"`, `x="${x}" y="${y}" width="${side}" height="${side}"`);
  });
  return toSvg(members.map(({ alt }) => alt).join("; "), { x: 0, y: 0, width, height }, tiles.join(""), { radius });
}
