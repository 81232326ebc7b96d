import type { Context } from "@/lib/define.ts";
import { toEtag } from "@/lib/http/respond.ts";
import { describe, type Look, toQuery } from "@/lib/meet/look.ts";
import { Meet } from "@/lib/meet/Meet.tsx";
import { type Address, toName, toPath } from "@/lib/meet/names.ts";
import { respondWithPage } from "@/lib/page/render.tsx";
import { Site } from "@/lib/page/Site.tsx";
import { INFO } from "@/lib/process/info.ts";

/** Responds with the page of some animals. */
export function respondWithAnimalPage(ctx: Context, address: Address, look: Look): Promise<Response> {
  const { origin, services: { config } } = ctx.state;
  const { kind, animals } = address;
  const path = toPath(kind, animals);
  const query = toQuery(look);
  const options = { cache: "caller", etag: toEtag(INFO.version, origin, path, query), hasOrigin: true } as const;
  const alt = animals.map((animal) => describe(animal, look).alt).join("; ");
  const image = `${origin}${path}.png${toQuery({ ...look, view: "card" })}`;
  const preview = { url: origin + path + query, image, alt };
  return respondWithPage(
    ctx,
    options,
    () => (
      <Site
        title={`${animals.map(toName).join(", ")}: Pawkit`}
        description={alt}
        config={config}
        preview={preview}
      >
        <Meet address={address} look={look} origin={origin} />
      </Site>
    ),
  );
}
