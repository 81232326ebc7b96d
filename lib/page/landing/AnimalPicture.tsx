import type { JSX } from "preact";
import type { ShownAnimal } from "@/lib/page/parts/shown_animal.ts";
import { toDataUrl } from "@/lib/page/landing/wall.ts";

/**
 * The drawing of an animal, still or living. The page contains its drawings, because they are so similar that together
 * they compress to half of their size, and they need no requests.
 */
export function AnimalPicture(
  { animal, isLiving = false, ...props }: JSX.IntrinsicElements["img"] & { animal: ShownAnimal; isLiving?: boolean },
): JSX.Element {
  const svg = isLiving ? animal.living : animal.svg;
  const src = svg === undefined ? animal.thumbnail : toDataUrl(svg);
  return <img src={src} width={512} height={512} {...props} />;
}
