import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { ServedFolder } from "@/lib/files/served_folder.ts";
import { ifInstalled } from "@/tests/programs.ts";
import { withFiles } from "./files_fixture.ts";

Deno.test(
  ifInstalled("mkfifo", "ServedFolder.find() does not wait for a pipe"),
  () =>
    withFiles(async ({ generated }) => {
      const made = await new Deno.Command("mkfifo", { args: [join(generated, "pipe.log")] }).output();
      assertEquals(made.success, true);
      const folder = new ServedFolder(generated);
      assertEquals([await folder.find("pipe.log"), await folder.list("")], [undefined, []]);
    }),
);
