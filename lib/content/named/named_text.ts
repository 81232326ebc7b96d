import { toAnimalItem } from "@/lib/content/drawings/picked_animal.ts";
import { type ContentServices, loadFound } from "@/lib/content/drawings/picture_response.ts";
import { type PictureVariant, type TextOptions, toSuffix } from "@/lib/content/drawings/variant.ts";
import { type NamedAnimal, toNamedPath } from "@/lib/content/named/named_animal.ts";
import { toTerminalText, toTerminalVariant } from "@/lib/content/named/terminal.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";

/** The media type of an animal in a terminal. */
export const TEXT = "text/plain; charset=utf-8";

/** A named animal, the picture of it whose address a terminal shows, and how the terminal draws it. */
export interface TextRequest extends NamedAnimal {
  readonly variant: PictureVariant;
  readonly text: TextOptions;
}

/**
 * Renders a named animal for a terminal.
 *
 * @throws {ApiError} an error of a drawing.
 */
export async function renderNamedText(
  ctx: HttpContext,
  services: ContentServices,
  named: TextRequest,
): Promise<string> {
  const { config, content } = services;
  const { kind, name, parents, variant, text } = named;
  const animal = content.pickNamed(named);
  const drawn = toTerminalVariant(variant, text);
  const found = "id" in animal ? await content.pictures.findDrawing([animal], drawn) : undefined;
  const drawing = found && await loadFound(ctx, services, found);
  const origin = publicOrigin(ctx, config);
  return toTerminalText({
    picture: drawing === undefined ? "" : new TextDecoder().decode(drawing.read()),
    name,
    alt: toAnimalItem(animal, { variant: drawn }).alt,
    url: origin + toNamedPath(kind, name, parents) + toSuffix(variant),
    parents: parents?.map((parent) => ({ name: parent, url: origin + toNamedPath(kind, parent) })),
  });
}
