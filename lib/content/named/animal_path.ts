import { type AnimalKind, ANIMALS } from "@pawkit/animals";
import { toSegments } from "@/lib/parameters/path_segments.ts";

/** The route pattern of a kind of animal. Not a variable alone, which would match `/style.css`, too. */
export const KIND_PATTERN = `/:kind(${ANIMALS.join("|")})`;

/** The path of a kind of animal, or of one of its animals. */
export interface AnimalPath {
  readonly kind: AnimalKind;
  /** The kind as the path spells it: `Cats`. */
  readonly word: string;
  /** The segment after the kind, such as `Ada.png`, with its escapes. */
  readonly segment: string | undefined;
}

/** The kinds by what callers call them. */
const KINDS: ReadonlyMap<string, AnimalKind> = new Map(
  ANIMALS.flatMap((kind) => [[kind, kind], [kind + (/(?:x|sh)$/.test(kind) ? "es" : "s"), kind]]),
);

/** Splits the path of a kind, perhaps in capitals or in the plural: `/Cats/Ada.png`. `undefined` for other paths. */
export function splitAnimalPath(pathname: string): AnimalPath | undefined {
  const [word = "", segment, ...rest] = toSegments(pathname);
  const kind = KINDS.get(word.toLowerCase());
  return kind === undefined || rest.length > 0 ? undefined : { kind, word, segment };
}
