import { assertEquals } from "@std/assert";
import { toUserCode } from "@/lib/meet/user_code.ts";
import { NAMES, PICTURES, toExpected } from "@/tests/page/user_names.ts";
import { findProgram } from "./browser.ts";

const code = toUserCode(PICTURES);

/** What prints the address of each name that the program gets, one on a line. */
const PROGRAMS = {
  python3: ["-c", `${code.Python}\n\nimport sys\nfor name in sys.argv[1:]: print(avatar(name))`],
  php: ["-r", `${code.PHP}\nforeach (array_slice($argv, 1) as $name) echo avatar($name), "\\n";`, "--"],
};

for (const [name, args] of Object.entries(PROGRAMS)) {
  const program = findProgram(name);
  Deno.test({
    name: `toUserCode() is code for ${name} that encodes every name`,
    ignore: program === undefined,
    fn: async () => {
      const { stdout } = await new Deno.Command(program!, { args: [...args, ...NAMES] }).output();
      const addresses = new TextDecoder().decode(stdout).trim().split("\n").map(decodeURIComponent);
      // Python and PHP also encode the characters that JavaScript leaves.
      assertEquals(addresses, NAMES.map(toExpected).map(decodeURIComponent));
    },
  });
}
