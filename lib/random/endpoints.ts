import { z } from "zod";
import { type Endpoint, endpoint, integer } from "@/lib/http/endpoint.ts";
import { LISTS } from "@/lib/random/items.ts";

/** What every endpoint of random items accepts. */
export const COUNT_AND_SEED = {
  count: integer(1, 50).optional().describe(
    "How many items, in the field `items`. No item repeats until all are picked",
  ),
  seed: z.string().max(64).optional().describe(
    "The same seed always gets the same answer, within a major version of the service",
  ),
};

/** The body of a random response. In version 1, the fields of `info` are fields of the body itself. */
export function toBody(category: string, version: "v1" | "v2", item: z.ZodType): z.ZodObject {
  const info = { category: z.literal(category), endpoint: z.string() };
  const items = { message: z.string(), item, items: z.array(item).optional() };
  return z.object(version === "v1" ? { ...info, ...items } : { info: z.object(info), ...items });
}

const STRING = z.object({ text: z.string(), sentiment: z.enum(["positive", "neutral", "negative"]) })
  .meta({ id: "Answer" });
const KAOMOJI = z.object({ text: z.string() }).meta({ id: "Kaomoji" });
const VIDEO = z.object({ id: z.string(), url: z.url(), title: z.string() }).meta({ id: "Video" });

const format = z.enum(["json", "text"]).optional()
  .describe("`text` returns only the message. By default, the header `accept` decides");
const videoFormat = z.enum(["json", "text", "redirect"]).optional()
  .describe("`text` returns only the message, `redirect` redirects to it. By default, the header `accept` decides");
const nameOf = (lists: object) => z.enum(Object.keys(lists)).describe("The list from which the item is picked");

export const V2_STRING = endpoint({
  group: "text",
  path: "/api/v2/random/string/{type}",
  summary: "Returns a random answer of the Magic 8 Ball",
  input: z.object({ type: nameOf(LISTS.string), ...COUNT_AND_SEED, format }),
  returns: { "application/json": toBody("string", "v2", STRING), "text/plain": "The message" },
  example: "/api/v2/random/string/8ball",
});

export const V2_KAOMOJI = endpoint({
  group: "text",
  path: "/api/v2/random/kaomoji/{type}",
  summary: "Returns a random kaomoji",
  input: z.object({ type: nameOf(LISTS.kaomoji), ...COUNT_AND_SEED, format }),
  returns: { "application/json": toBody("kaomoji", "v2", KAOMOJI), "text/plain": "The message" },
  example: "/api/v2/random/kaomoji/cat",
});

export const V2_VIDEO = endpoint({
  group: "text",
  path: "/api/v2/random/yt-video/{type}",
  summary: "Returns a random cat video",
  input: z.object({ type: nameOf(LISTS["yt-video"]), ...COUNT_AND_SEED, format: videoFormat }),
  returns: { "application/json": toBody("yt-video", "v2", VIDEO), "text/plain": "The message" },
  redirects: true,
  example: "/api/v2/random/yt-video/hl-cats",
});

export const V1_STRING = endpoint({
  group: "text",
  path: "/api/v1/string/{endpoint}",
  summary: "Returns a random answer of the Magic 8 Ball, in the older form",
  input: z.object({ endpoint: nameOf(LISTS.string), ...COUNT_AND_SEED, format }),
  returns: { "application/json": toBody("string", "v1", STRING), "text/plain": "The message" },
  example: "/api/v1/string/8ball",
});

export const V1_KAOMOJI = endpoint({
  group: "text",
  path: "/api/v1/kaomoji/{endpoint}",
  summary: "Returns a random kaomoji, in the older form",
  input: z.object({ endpoint: nameOf(LISTS.kaomoji), ...COUNT_AND_SEED, format }),
  returns: { "application/json": toBody("kaomoji", "v1", KAOMOJI), "text/plain": "The message" },
  example: "/api/v1/kaomoji/cat",
});

/** The endpoints of texts and videos, in the order of the page. */
export const TEXT_ENDPOINTS: readonly Endpoint[] = [V2_STRING, V2_KAOMOJI, V2_VIDEO, V1_STRING, V1_KAOMOJI];
