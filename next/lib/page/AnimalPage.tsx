import type { Context } from "@/lib/define.ts";
import { toEtag } from "@/lib/http/respond.ts";
import { describe, type Look, toQuery } from "@/lib/meet/look.ts";
import { type Address, toName, toPath } from "@/lib/meet/names.ts";
import { respondWithPage } from "@/lib/page/render.tsx";
import { Site } from "@/lib/page/Site.tsx";
import { INFO } from "@/lib/process/info.ts";

/** Responds with the page of some animals. */
export function respondWithAnimalPage(ctx: Context, address: Address, look: Look): Promise<Response> {
  const { origin } = ctx.state;
  const { kind, animals } = address;
  const path = toPath(kind, animals);
  const query = toQuery(look);
  const title = animals.map(toName).join(", ");
  const description = animals.map((animal) => describe(animal, look).alt).join("; ");
  const options = { cache: "caller", etag: toEtag(INFO.version, origin, path, query), hasOrigin: true } as const;
  const preview = { url: origin + path + query, image: `${origin}${path}.png${toQuery({ ...look, view: "card" })}` };
  return respondWithPage(
    ctx,
    options,
    () => (
      <Site title={`${title}: Pawkit`} description={description} preview={preview}>
        <h1>{title}</h1>
        <img src={`${path}.svg${query}`} alt={description} width="512" height="512" />
      </Site>
    ),
  );
}
