import type { AnimalKind } from "@pawkit/animals";
import { parseAnyAnimal } from "@/lib/content/named/any_animal.ts";
import { toNamedPath } from "@/lib/content/named/named_animal.ts";
import { renderNamedText, TEXT } from "@/lib/content/named/named_text.ts";
import type { ContentServices } from "@/lib/content/drawings/picture_response.ts";
import { respondWithRedirect } from "@/lib/content/redirect.ts";
import { toQuery } from "@/lib/content/drawings/variant.ts";
import { isTerminalRequest } from "@/lib/http/negotiation.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { NO_STORE } from "@/lib/http/cache_control.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { respond } from "@/lib/http/responses.ts";

/**
 * Redirects to the page of an animal of a kind, or of any, which shows it as the query says. A terminal gets its
 * drawing at once, because programs there do not follow redirects unless they are told to. Photographs of the operator
 * cannot be drawn there.
 *
 * @throws {ApiError} `invalid_parameter`, or an error of the drawing.
 */
export async function respondWithAnyAnimal(
  ctx: HttpContext,
  services: ContentServices,
  kind?: AnimalKind,
): Promise<Response> {
  const { animal, variant, text } = parseAnyAnimal(ctx.req, kind);
  const isDrawn = "id" in services.content.pickNamed(animal);
  if (isTerminalRequest(ctx.req) && isDrawn) {
    const body = await renderNamedText(ctx, services, { ...animal, variant, text });
    return respond(ctx, body, { type: TEXT, cache: NO_STORE });
  }
  const location = toNamedPath(animal.kind, animal.name, animal.parents) + toQuery(variant);
  // The body is for programs that do not follow redirects.
  const address = `${publicOrigin(ctx, services.config)}${location}\n`;
  return respondWithRedirect(ctx, { location, cache: NO_STORE, text: address });
}
