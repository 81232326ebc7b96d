import { assert, assertEquals, assertGreaterOrEqual } from "@std/assert";
import { blushOpacity, distance, edgeOf, FABRICS, inkOn, markOn } from "../palette.ts";
import { ANIMALS, planAnimal, toChildId } from "../animal.ts";

const MIN_DISTANCE = .12;
const MIN_ACCESSORY_DISTANCE = .14;

/** The fin at the side of a fish. The one on its back, on which a bow or a flower lies, has the same colour. */
const FIN = /d="M226 276C262[^"]*" fill="(#\w+)"/;

/** The beginnings of the path data of all bodies. */
const BODY =
  /d="M(?:162 414|108 408|138 338|92 420|92 236|256 86|76 262|62 262|86 260|156 340|146 186|152 190)[^"]*" fill="(#\w+)"/;
const HALO = /<circle cx="256" cy="25[06]" r="214" fill="(#\w+)"/;

Deno.test("planAnimal() keeps coat, accessory and background apart", () => {
  for (const kind of ANIMALS) {
    for (let i = 0; i < 300; i++) {
      const [id, other] = [9_876_543, 1_234_567].map((step) => (i * step).toString(36).padStart(8, "0"));
      // Every third one is a child, whose traits come from two animals.
      const { alt, draw } = planAnimal(kind, i % 3 === 0 ? toChildId(id!, other!) : id!)!;
      const svg = draw();
      const [coat, halo] = [BODY.exec(svg)![1]!, HALO.exec(svg)![1]!];
      assertGreaterOrEqual(distance(coat, halo), MIN_DISTANCE, `${alt}: coat and background`);
      const accessory = toFabric(alt);
      if (accessory === undefined) continue;
      assert(svg.includes(accessory), alt);
      assertGreaterOrEqual(distance(accessory, coat), MIN_ACCESSORY_DISTANCE, `${alt}: accessory and coat`);
      const fin = FIN.exec(svg)?.[1] ?? coat;
      assertGreaterOrEqual(distance(accessory, fin), MIN_ACCESSORY_DISTANCE, `${alt}: accessory and fin`);
      assertGreaterOrEqual(distance(accessory, halo), MIN_DISTANCE, `${alt}: accessory and background`);
    }
  }
});

// The colour of the accessory that the alternative text names.
function toFabric(alt: string): string | undefined {
  const name = / with (?:an? )?(?:golden bell on an? )?([a-z]+) /.exec(alt)?.[1];
  if (name === "golden") return "#eeb02a";
  return FABRICS.find((fabric) => fabric.name === name)?.hex;
}

Deno.test("planAnimal() dresses every coat in at least three colours", () => {
  for (const kind of ANIMALS) {
    const colours = new Map<string, Set<string>>();
    for (let i = 0; i < 2_000; i += 4) {
      const { alt, draw } = planAnimal(kind, (i * 1_234_567).toString(36).padStart(8, "0"))!;
      const fabric = toFabric(alt);
      if (fabric === undefined) continue;
      const coat = BODY.exec(draw())![1]!;
      colours.set(coat, (colours.get(coat) ?? new Set()).add(fabric));
    }
    for (const [coat, fabrics] of colours) assertGreaterOrEqual(fabrics.size, 3, `${kind} ${coat}`);
  }
});

Deno.test("planAnimal() gives alpacas a face that is distinct from eyes and fleece", () => {
  for (let i = 0; i < 300; i++) {
    const { alt, draw } = planAnimal("alpaca", (i * 1_234_567).toString(36).padStart(8, "0"))!;
    const face = /cx="190" cy="164" rx="54" ry="56" fill="(#\w+)"/.exec(draw())![1]!;
    assertGreaterOrEqual(distance(face, "#33263a"), .35, alt);
  }
});

Deno.test("inkOn(), markOn() and edgeOf() are visible on every kind of fur", () => {
  for (const fur of ["#fdfbf7", "#f8dcb0", "#a3a8b8", "#c4552d", "#80573f", "#57505f", "#4d4759", "#3a3946"]) {
    assertGreaterOrEqual(distance(inkOn(fur), fur), .2, fur);
    assertGreaterOrEqual(distance(markOn(fur), fur), MIN_DISTANCE, fur);
    assertGreaterOrEqual(distance(edgeOf(fur), fur), .06, fur);
  }
  // The edge of pale fur must be visible on pale backgrounds, too.
  for (const fur of ["#fdfbf7", "#eef1f6", "#f8dcb0"]) assertGreaterOrEqual(distance(edgeOf(fur), "#d9f1e6"), .16);
});

Deno.test("blushOpacity() is higher where a light blush would be brown or grey", () => {
  assertEquals(["#f8dcb0", "#fbf8f4", "#f29bb4"].map(blushOpacity), [.42, .42, .42]);
  for (const fur of ["#79bb6c", "#35b0a2"]) assertGreaterOrEqual(blushOpacity(fur), .6);
});
