import type { Content } from "@/lib/content/mod.ts";
import { ANIMALS } from "@pawkit/animals";
import { DEFAULT_SIZE, type PictureVariant } from "@/lib/content/drawings/variant.ts";
import { type ShownAnimal, toShownAnimal } from "@/lib/page/parts/shown_animal.ts";

/** The animal that is shown if the operator's pictures are on another server. The service draws one for any id. */
export const PLACEHOLDER: ShownAnimal = {
  name: "Ada",
  kind: "cat",
  path: "/images/animals/cat/k3v09x2a.png",
  isDrawn: true,
  thumbnail: "/images/animals/cat/k3v09x2a.svg",
  alt: "a drawn cat",
};

/** The names of the animals on the page, one of each kind. The first one is large, and the others are on the wall. */
const NAMES = "Ada Linus Grace Alan Margaret Tim".split(" ");

/**
 * Picks the animal of each name. Animals whose picture is on another server are omitted because the page may only load
 * from its own origin.
 */
export async function pickShownAnimals(content: Content): Promise<readonly ShownAnimal[]> {
  const animals = NAMES.map((name, index) => toShownAnimal(content, { kind: ANIMALS[index]!, name }));
  return await Promise.all(
    animals.filter(({ path }) => path.startsWith("/")).map(async (animal, index) => {
      // On the wall they are small, like avatars, and a face has half the bytes.
      if (index > 0) return { ...animal, svg: await readDrawing(content, animal, { view: "face" }) };
      const living = await readDrawing(content, animal, { motion: true });
      return { ...animal, svg: await readDrawing(content, animal), living };
    }),
  );
}

async function readDrawing(
  { pictures }: Content,
  { kind, thumbnail }: ShownAnimal,
  options: Pick<PictureVariant, "view" | "motion"> = {},
): Promise<string | undefined> {
  const [, file = ""] = /([^/]+\.svg)$/.exec(thumbnail) ?? [];
  const found = await pictures.findFile(kind, file, { size: DEFAULT_SIZE, ...options });
  return found && "response" in found ? new TextDecoder().decode(found.response.read()) : undefined;
}
