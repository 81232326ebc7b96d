import type { JSX } from "preact";
import type { ShownAnimal } from "@/lib/page/model.ts";
import { toDataUrl } from "@/lib/page/wall.ts";

/**
 * The smallest variant of an animal. The page contains its drawings, because they are so similar that together they
 * compress to half of their size, and they need no requests.
 */
export function AnimalPicture(
  { animal, ...props }: JSX.IntrinsicElements["img"] & { animal: ShownAnimal },
): JSX.Element {
  const src = animal.svg === undefined ? animal.thumbnail : toDataUrl(animal.svg);
  return <img src={src} width={512} height={512} {...props} />;
}
