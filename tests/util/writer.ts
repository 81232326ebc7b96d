// The program that fs_test.ts kills: it replaces a file with one of two contents, again and again.
import { replaceFile } from "@/lib/util/fs.ts";

for (let i = 0;; i++) {
  await replaceFile(Deno.args[0]!, (i % 2 === 0 ? "a" : "b").repeat(1_000_000));
  if (i === 1) await Deno.stdout.write(new TextEncoder().encode("writing"));
}
