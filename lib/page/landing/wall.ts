import type { ShownAnimal } from "@/lib/page/parts/shown_animal.ts";

/** The side of a tile and of its picture. home.css has as much empty space around a picture. */
const TILE = 544;
const PICTURE = 512;

/**
 * Draws all tiles of the wall as one image, because a browser needs as much time for each SVG image as for a small
 * page: thirteen of them delayed the first screen of a slow phone by a fifth of a second. The tiles are in one row.
 * Photographs have their own image and leave their tile empty.
 */
export function drawWall(animals: readonly ShownAnimal[]): string {
  const tiles = animals.map(({ svg = "" }, index) => {
    const start = (TILE - PICTURE) / 2;
    // Without the outer tag, which has the size, and without the title, which nobody can read in an image. Fractions of
    // its large numbers are invisible at a fifth of the size.
    const parts = svg.replace(/^<svg[^>]*>(<title>[^<]*<\/title>)?/, "").replace(/<\/svg>$/, "")
      .replaceAll(/\d{2,}\.\d+/g, (number) => Number(number).toFixed());
    return parts &&
      `<g transform="translate(${index * TILE + start} ${start})" clip-path="url(#tile)">${parts}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${animals.length * TILE} ${TILE}" ` +
    `stroke-linecap="round" stroke-linejoin="round">` +
    `<clipPath id="tile"><rect width="${PICTURE}" height="${PICTURE}" rx="92"/></clipPath>${tiles.join("")}</svg>`;
}

/** Returns an SVG as a URL. */
export function toDataUrl(svg: string): string {
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replace(/[%#]/g, encodeURIComponent)}`;
}
