import { type AnimalKind, ANIMALS } from "@pawkit/animals";
import type { AnimalName, AnimalOptions } from "@pawkit/animals/named";

/** A drawing as the service and as the module have it. */
export interface NamedDrawing {
  /** The path and query of its SVG. */
  readonly path: string;
  /** The arguments of `drawAnimal`. */
  readonly args: [kind: AnimalKind, name: AnimalName, options: AnimalOptions];
}

/** The starts of names: other scripts, capitals, blanks, invisible characters, and what a URL has to escape. */
const STARTS = [
  "Ada",
  "Grace  ",
  "ねこ",
  "Zoe\u0308",
  "A\u200bl",
  "İ",
  "ΣΑΣ",
  "a+b,c:d",
  "👩🏽\u200d🚀",
  "می\u200cخواهم",
];

const OPTIONS: readonly AnimalOptions[] = [
  {},
  { view: "face" },
  { radius: 64 },
  { view: "face", radius: "max" },
  { background: "none" },
  { view: "face", background: "none", radius: 2048 },
  { view: "full", background: "ff8800-0088ff" },
  { pose: "sleeping", facing: "left" },
  { motion: "on", radius: 32 },
  { wears: "crown", background: "#222", view: "face" },
];

/** A hundred names of each kind. Every third one is a child, and the options take turns. */
export const NAMED_DRAWINGS: readonly NamedDrawing[] = ANIMALS.flatMap((kind) => {
  return Array.from({ length: 100 }, (_, i): NamedDrawing => {
    const [first, second] = [`${STARTS[i % STARTS.length]} ${i}`, `Parent ${i}`];
    const options = OPTIONS[i % OPTIONS.length]!;
    const isChild = i % 3 === 0;
    const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]));
    const names = isChild ? [first, second] : [first];
    const path = `/${kind}/${names.map(encodeURIComponent).join("+")}.svg?${query}`;
    return { path, args: [kind, isChild ? [first, second] : first, options] };
  });
});
