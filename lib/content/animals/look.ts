import { type Accessory, type GarmentName, pickAccessory } from "@/lib/content/animals/accessories.ts";
import { type Mood, MOODS } from "@/lib/content/animals/face.ts";
import { type Backdrop, pickBackdrop } from "@/lib/content/animals/scene.ts";
import { pick, type Random } from "@/lib/content/random.ts";

/** The features that every animal on land has. */
export interface Look {
  readonly mood: Mood;
  readonly accessory: Accessory;
  readonly backdrop: Backdrop;
}

/** Picks the features, and a garment out of those that suit the animal. */
export function pickLook(random: Random, garments: readonly [GarmentName, ...GarmentName[]]): Look {
  return {
    mood: pick(random, MOODS),
    accessory: pickAccessory(random, garments),
    backdrop: pickBackdrop(random),
  };
}
