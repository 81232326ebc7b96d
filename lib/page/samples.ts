import { respondWithDraw, toV2 } from "@/lib/content/draw.ts";
import type { Content } from "@/lib/content/mod.ts";
import { ANIMALS } from "@/lib/content/pools.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import type { AnsweredCall } from "@/lib/page/model.ts";

/** What the page's pictures are drawn from: a page that is made again shows the same ones. */
const SEED = "hello";

/**
 * Draws one animal of each kind as the endpoints do. Those that the operator keeps on another server are left out, as
 * the page loads from its own only.
 */
export async function drawSamples(exchange: HttpContext, content: Content): Promise<readonly AnsweredCall[]> {
  const base = content.originOf(exchange.req);
  const drawn = await Promise.all(ANIMALS.map((kind) => drawSample(exchange, content, kind)));
  const own = drawn.filter(({ picture }) => picture.path.startsWith(base));
  return await Promise.all(own.map(async ({ picture, ...each }) => {
    const path = picture.path.slice(base.length);
    return { ...each, picture: { ...picture, path, thumbnail: await findDrawing(content, path) } };
  }));
}

/** Yields the same picture as a drawing, which weighs a fifth; an operator's own picture has none. */
async function findDrawing(content: Content, path: string): Promise<string> {
  const drawing = path.replace(/\.\w+$/, ".svg");
  const [kind = "", file = ""] = drawing.split("/").slice(-2);
  return await content.loadPicture(kind, file) === undefined ? path : drawing;
}

async function drawSample({ req, state, route }: HttpContext, content: Content, kind: string): Promise<AnsweredCall> {
  const call = `/api/v2/random/animal/${kind}?seed=${SEED}`;
  const url = new URL(call, req.url);
  const exchange = { req: new Request(url, { headers: req.headers }), url, route, state: { ...state, method: "GET" } };
  const body = await respondWithDraw(exchange, content, { category: "animals", endpoint: kind, envelope: toV2 }).json();
  return { call, body, picture: { name: kind, path: body.item.url, thumbnail: "", alt: body.item.alt } };
}
