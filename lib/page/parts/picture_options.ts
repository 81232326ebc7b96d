import { FRAME_PARAMETERS } from "@/lib/content/parameters.ts";
import { type PictureVariant, resize } from "@/lib/content/drawings/variant.ts";

/** The sides of a picture that the pages offer. */
export const PICTURE_SIZES = [32, 64, 128, 256, 512, 1024] as const;

/** The colours that the pages offer, by what people call them. */
const COLOURS = { yellow: "ffd166", rose: "f4a6b7", green: "95d5b2" };

/** The round corners that the pages offer, as a part of the side. */
const CORNER = 1 / 8;

/** A parameter that can be chosen on the page of an animal or a group, and in the hero. */
export interface PictureOption {
  readonly name: "view" | "radius" | "size" | "background";
  /** What people read. */
  readonly label: string;
  readonly values: readonly PictureOptionValue[];
}

/** One of the values of an option. */
export interface PictureOptionValue {
  readonly label: string;
  /** The value of the parameter for a picture of the usual size; empty if that is the default. */
  readonly value: string;
  /** The picture with this value. */
  readonly variant: PictureVariant;
  readonly isCurrent: boolean;
  /** Whether it is a colour, which is shown instead of its name. */
  readonly isColour?: boolean;
}

/** The sides that a picture can have. */
export interface SizeRange {
  readonly max: number;
  /** The side unless another is chosen. */
  readonly fallback: number;
}

/** Returns what can be chosen about a picture: how much of the animal, its corners, its size and its background. */
export function listOptions(
  variant: PictureVariant,
  sizes: SizeRange = FRAME_PARAMETERS.size,
): readonly PictureOption[] {
  const { view, size, radius = 0 } = variant;
  const isRounded = radius > 0 && radius !== Infinity;
  return [
    {
      name: "view",
      label: "View",
      values: [
        { label: "Whole", value: "", variant: { ...variant, view: "full" }, isCurrent: view !== "face" },
        { label: "Face", value: "face", variant: { ...variant, view: "face" }, isCurrent: view === "face" },
      ],
    },
    {
      name: "radius",
      label: "Corners",
      values: [
        { label: "Square", value: "", variant: { ...variant, radius: 0 }, isCurrent: radius === 0 },
        {
          label: "Rounded",
          value: String(sizes.fallback * CORNER),
          variant: isRounded ? variant : { ...variant, radius: Math.round(size * CORNER) },
          isCurrent: isRounded,
        },
        { label: "Circle", value: "max", variant: { ...variant, radius: Infinity }, isCurrent: radius === Infinity },
      ],
    },
    {
      name: "size",
      label: "Size in px",
      values: PICTURE_SIZES.filter((each) => each <= sizes.max).map((each) => ({
        label: String(each),
        value: each === sizes.fallback ? "" : String(each),
        variant: resize(variant, each),
        isCurrent: each === size,
      })),
    },
    { name: "background", label: "Background", values: listBackgrounds(variant) },
  ];
}

/** Returns the colour of one's own behind an animal as a field has it, and whether it is chosen. */
export function findOwnColour(
  { background = "" }: PictureVariant,
): { readonly value: string; readonly isChosen: boolean } {
  const isOffered = Object.values(COLOURS).includes(background);
  const isChosen = /^[0-9a-f]{6}$/.test(background) && !isOffered;
  return { value: isChosen ? background : "ff8800", isChosen };
}

function listBackgrounds(variant: PictureVariant): PictureOptionValue[] {
  const { background = "" } = variant;
  const { background: _, ...plain } = variant;
  return [
    { label: "Scene", value: "", variant: plain, isCurrent: background === "" },
    { label: "None", value: "none", variant: { ...variant, background: "none" }, isCurrent: background === "none" },
    ...Object.entries(COLOURS).map(([label, value]) => {
      return {
        label,
        value,
        variant: { ...variant, background: value },
        isCurrent: background === value,
        isColour: true,
      };
    }),
  ];
}
