import type { JSX } from "preact";
import type { Sample } from "@/lib/page/model.ts";
import { toDataUrl } from "@/lib/page/wall.ts";

type SamplePictureProps = JSX.IntrinsicElements["img"] & { readonly sample: Sample };

/**
 * The smallest variant of an animal. The page contains its drawings, because they are so similar that together they
 * compress to half of their size, and they need no requests.
 */
export function SamplePicture({ sample: { svg, thumbnail }, ...attributes }: SamplePictureProps): JSX.Element {
  return <img src={svg === undefined ? thumbnail : toDataUrl(svg)} width={512} height={512} {...attributes} />;
}
