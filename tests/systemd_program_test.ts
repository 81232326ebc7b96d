import { assertEquals, assertStringIncludes } from "@std/assert";
import { ifInstalled } from "@/tests/programs.ts";

/** The most exposure that a unit may have, in tenths: `systemd-analyze security` counts up to 10.0. */
const MAX_EXPOSURE = 29;

Deno.test(ifInstalled("systemd-analyze", "the systemd units give up the rights that they do not need"), async () => {
  for (const unit of ["pawkit.service", "pawkit@.service"]) {
    const args = ["security", "--offline=true", `--threshold=${MAX_EXPOSURE}`, "--no-pager", `docs/systemd/${unit}`];
    const { code, stdout } = await new Deno.Command("systemd-analyze", { args }).output();
    assertStringIncludes(new TextDecoder().decode(stdout), "Overall exposure level");
    assertEquals(code, 0, unit);
  }
});
