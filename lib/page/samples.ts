import type { Content } from "@/lib/content/mod.ts";
import { ANIMALS } from "@/lib/content/animals/mod.ts";
import { pickNamedAnimal } from "@/lib/content/named_animal.ts";
import type { Sample } from "@/lib/page/model.ts";

/** The animal that is shown if the operator's pictures are on another server. The service draws one for any id. */
export const PLACEHOLDER: Sample = {
  name: "Ada",
  kind: "cat",
  path: "/images/animals/cat/k3v09x2a.png",
  thumbnail: "/images/animals/cat/k3v09x2a.svg",
  alt: "a drawn cat",
};

/** The names of the animals on the wall. The first one is shown in front of it. */
const NAMES = "Ada Linus Grace Alan Margaret Tim Hedy Dennis Barbara Ken Radia Guido".split(" ");

/**
 * Picks the animal of each name. Animals whose picture is on another server are omitted because the page may only load
 * from its own origin.
 */
export async function pickSamples(content: Content): Promise<readonly Sample[]> {
  const samples = await Promise.all(NAMES.map(async (name, index): Promise<Sample | undefined> => {
    const kind = ANIMALS[index % ANIMALS.length]!;
    const { message: path, json } = pickNamedAnimal(content, { kind, name }, { origin: "" });
    if (!path.startsWith("/")) return undefined;
    const { alt, credit } = JSON.parse(json);
    const [, file = ""] = /([^/]+)\.\w+$/.exec(path) ?? [];
    // The operator's own pictures have no SVG variant.
    const svg = await content.loadPicture(kind, `${file}.svg`);
    if (svg === undefined) return { name, kind, path, thumbnail: path, alt, credit };
    const thumbnail = path.replace(/\.\w+$/, ".svg");
    return { name, kind, path, thumbnail, svg: new TextDecoder().decode(await svg.read()), alt };
  }));
  return samples.filter((sample) => sample !== undefined);
}
