import type { JSX } from "preact";
import type { Sample } from "@/lib/page/model.ts";
import { toDataUrl } from "@/lib/page/wall.ts";

/**
 * The smallest variant of an animal. The page contains its drawings, because they are so similar that together they
 * compress to half of their size, and they need no requests.
 */
export function SamplePicture({ sample, ...props }: JSX.IntrinsicElements["img"] & { sample: Sample }): JSX.Element {
  const src = sample.svg === undefined ? sample.thumbnail : toDataUrl(sample.svg);
  return <img src={src} width={512} height={512} {...props} />;
}
