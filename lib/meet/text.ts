import type { Context } from "@/lib/define.ts";
import { describe, type Look, toQuery } from "@/lib/meet/look.ts";
import { type Address, type Named, toName, toPath } from "@/lib/meet/names.ts";
import { toPictureEtag, toSvg } from "@/lib/meet/pictures.ts";
import { escapeUnsafe } from "@/lib/util/text.ts";

/** How text is drawn. */
export interface TextOptions {
  readonly columns: number;
  readonly colors: "all" | "none";
}

/** The radius of the corners in a terminal, in pixels of an SVG. */
const RADIUS = 51;

/** Renders some animals for a terminal, one after the other: the picture, who it is, its address, and its parents. */
export async function renderText(ctx: Context, address: Address, look: Look, options: TextOptions): Promise<string> {
  const texts = await Promise.all(address.animals.map((animal) => renderAnimal(ctx, animal, look, options)));
  return texts.join("\n");
}

async function renderAnimal(ctx: Context, animal: Named, look: Look, options: TextOptions): Promise<string> {
  const { pictures } = ctx.state.services;
  const { kind, names } = animal;
  const address: Address = { kind, animals: [animal], form: "txt" };
  // The lines of a background would hide the animal.
  const background = options.colors === "none" ? "none" : look.background;
  const view = look.view === "face" ? "face" : "full";
  const shown: Look = { ...look, view, size: 512, radius: RADIUS, background, motion: undefined };
  const key = toPictureEtag(address, shown, `txt ${options.columns} ${options.colors}`);
  const drawn = await pictures.draw(ctx, key, () => ({ svg: toSvg(address, shown), format: "txt", ...options }));
  const { origin } = ctx.state;
  const path = origin + toPath(kind, [animal]);
  const parents = names.length === 1 ? [] : [
    `Its parents are ${names.join(" and ")}:`,
    ...names.map((name) => origin + toPath(kind, [{ kind, names: [name] }])),
  ];
  const lines = [toSentence(animal, look), `${path}.png${toQuery({ ...look, motion: undefined })}`, ...parents];
  // A terminal would obey control characters of a name.
  return [new TextDecoder().decode(drawn), ...lines.map(escapeUnsafe)].map((line) => `${line}\n`).join("");
}

/** The beginning of the description of a face. */
const FACE_OF = "the face of ";

/** Returns a sentence about an animal: `Ada is a cheerful cat.`, or `Ada's face: a cheerful cat.` */
export function toSentence(animal: Named, look: Look): string {
  const { alt } = describe(animal, look);
  const name = toName(animal);
  return alt.startsWith(FACE_OF) ? `${name}'s face: ${alt.slice(FACE_OF.length)}.` : `${name} is ${alt}.`;
}
