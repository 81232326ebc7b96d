import type { Content } from "@/lib/content/mod.ts";
import { ANIMALS } from "@/lib/content/pools.ts";
import { seedRandom } from "@/lib/content/random.ts";
import type { Sample } from "@/lib/page/model.ts";

/** A fixed seed, so that the page shows the same pictures whenever it is rendered. */
const SEED = "hello";

/**
 * Draws one animal of each kind, with the response that the endpoint returns for it. Animals whose picture is on
 * another server are omitted because the page may only load from its own origin.
 */
export async function drawSamples(content: Content, origin: string): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const kind of ANIMALS) {
    const random = seedRandom(`animals/${kind}/${SEED}`);
    const { message, json } = content.pools.animals.get(kind)!.drawOne(random, origin);
    if (!message.startsWith(`${origin}/`)) continue;
    const item = JSON.parse(json);
    const path = message.slice(origin.length);
    const info = { category: "animals", endpoint: kind };
    samples.push({
      request: `/api/v2/random/animal/${kind}?seed=${SEED}`,
      response: { success: true, status: 200, info, message, item },
      picture: { name: kind, path, thumbnail: await findThumbnail(content, path), alt: item.alt },
    });
  }
  return samples;
}

/** Returns the SVG variant, a fifth of the size of the PNG. The operator's own pictures do not have one. */
async function findThumbnail(content: Content, path: string): Promise<string> {
  const svg = path.replace(/\.\w+$/, ".svg");
  const [kind = "", file = ""] = svg.split("/").slice(-2);
  return await content.loadPicture(kind, file) === undefined ? path : svg;
}
