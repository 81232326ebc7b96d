import { assert, assertEquals, assertGreaterOrEqual, assertMatch, assertNotMatch, assertThrows } from "@std/assert";
import { ANIMALS, planAnimal, toAnimalId, toChildId, TRAITS } from "../animal.ts";
import { parseBackdrop, SCENE_WORDS } from "../backdrop.ts";
import { distance, edgeOf, MIN_DISTANCE, strongEdgeOf } from "../palette.ts";
import type { ViewOptions } from "../plan.ts";

const ID = "io1dwf90";

/** The views of an animal, of a child and of its family. */
const FORMS: readonly (readonly [id: string, view: ViewOptions["view"]])[] = [
  [ID, "full"],
  [ID, "face"],
  [toChildId(ID, "k3v09x2a"), "full"],
  [toChildId(ID, "k3v09x2a"), "full"],
];

Deno.test("parseBackdrop() rejects everything else", () => {
  const texts = [
    "",
    " ",
    "-",
    "f",
    "ff",
    "ffff",
    "fffff",
    "fffffff",
    "ff8800ff",
    "ggg",
    "##fff",
    "fff-",
    "-fff",
    "fff-eee-ddd",
  ];
  const words = ["red", "None", "MINT", "hearts-mint", "mint-", "mint-mint", "fff-mint", "mint--hearts", "__proto__"];
  for (const text of [...texts, ...words, "constructor", "fff\n", "f".repeat(20_000), "１２３"]) {
    assertEquals(parseBackdrop(text), undefined, text.slice(0, 30));
    assertThrows(() => planAnimal("cat", ID, { background: text }), RangeError, "unknown background");
  }
});

Deno.test("planAnimal() draws every kind on colours and gradients, in every view, as a well-formed document", () => {
  for (const kind of ANIMALS) {
    for (const [id, view] of FORMS) {
      for (const background of ["none", "ff8800", "ff0000-00ff00"]) {
        const { alt, draw } = planAnimal(kind, id, { view, background })!;
        const svg = draw();
        assertWellFormed(svg, `${kind} ${view} ${background}`);
        assertEquals(svg.includes('fill="#ff8800"'), background === "ff8800");
        assertEquals(/<linearGradient id="g-ff0000-00ff00/.test(svg), background.includes("-"), kind);
        assert(svg.includes(`<title>${alt}</title>`));
        assertNotMatch(alt, / (in|out of|on)$|background|water|undefined/);
        assertEquals(alt.endsWith(", on the colour #ff8800"), background === "ff8800", alt);
        assertEquals(alt.endsWith(", on a gradient from #ff0000 to #00ff00"), background.includes("-"), alt);
      }
    }
  }
});

/** Checks that every element is closed in order, and that every reference leads to an id. */
function assertWellFormed(svg: string, label: string): void {
  const open: string[] = [];
  for (const [, end, name, , isEmpty] of svg.matchAll(/<(\/?)([a-zA-Z]+)((?: [\w:-]+="[^"<>]*")*)(\/?)>/g)) {
    if (end) assertEquals(open.pop(), name, label);
    else if (!isEmpty) open.push(name!);
  }
  assertEquals(open, [], label);
  assertNotMatch(svg.replace(/<\/?[a-zA-Z]+(?: [\w:-]+="[^"<>]*")*\/?>/g, ""), /[<>&]/, label);
  const ids = Array.from(svg.matchAll(/ id="([^"]*)"/g), ([, id]) => id);
  assertEquals(new Set(ids).size, ids.length, label);
  for (const [, id] of svg.matchAll(/url\(#([^)]*)\)/g)) assert(ids.includes(id), label);
  assertNotMatch(svg, /NaN|undefined|null/, label);
}

Deno.test("planAnimal() draws another scene of ours, and only that changes", () => {
  for (const kind of ANIMALS.filter((each) => each !== "fish")) {
    for (let i = 0; i < 40; i++) {
      const id = toAnimalId(kind, `name ${i}`);
      const own = planAnimal(kind, id)!;
      for (const background of SCENE_WORDS) {
        const { alt, traits } = planAnimal(kind, id, { background })!;
        assertEquals(traits, own.traits);
        const colour = background.replaceAll("-", " ");
        if (!DECORS.includes(background)) assertMatch(alt, new RegExp(`, on an? ${colour} background$`));
      }
    }
    const drawings = SCENE_WORDS.map((background) => planAnimal(kind, ID, { background })!.draw());
    // One of the decorations and one of the colours may be its own.
    assertGreaterOrEqual(new Set(drawings).size, SCENE_WORDS.length - 1, kind);
  }
});

const DECORS = ["dots", "hearts", "stars", "clouds", "hills", "leaves", "confetti", "plain"];

/** The beginnings of the path data of all bodies in their first pose, and the wool of an alpaca. */
const BODY =
  /d="M(?:162 414|108 408|138 338|92 420|92 236|256 86|76 262|62 262|86 260|156 340|146 186|152 190)[^"]*" fill="(#\w+)"/;

/** Colours from all over the cube: six steps of each channel. */
const STEPS = ["00", "33", "66", "99", "cc", "ff"];
const GRID = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)));

Deno.test("planAnimal() keeps every coat visible on every colour: the coat differs from it, or its edge", () => {
  for (const kind of ANIMALS) {
    for (const coat of TRAITS[kind].coat!) {
      const traits = { coat, pattern: "plain", wears: "nothing", pose: TRAITS[kind].pose![0]! };
      const base = BODY.exec(planAnimal(kind, ID, { traits })!.draw())![1]!;
      // Drawing takes longest: only the colours for which the coat alone is not enough, and the coat itself.
      for (const hex of [...GRID.filter((hex) => distance(hex, base) < MIN_DISTANCE), base]) {
        const svg = planAnimal(kind, ID, { traits, background: hex.slice(1) })!.draw();
        const edge = strongEdgeOf(base, [hex]);
        assertGreaterOrEqual(distance(edge, hex), MIN_DISTANCE, `${kind} ${coat} ${hex}`);
        assert(svg.includes(`stroke="${edge}"`), `${kind} ${coat} ${hex}`);
        assert(!svg.includes(`stroke="${edgeOf(base)}"`), `${kind} ${coat} ${hex}`);
      }
    }
  }
});
