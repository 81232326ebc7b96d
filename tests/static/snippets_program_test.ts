import { assertEquals } from "@std/assert";
import { toSnippet } from "@/static/languages.js";
import { ifInstalled } from "@/tests/programs.ts";
import { REQUESTS } from "./snippet_requests.ts";

Deno.test(ifInstalled("sh", "toSnippet() writes a curl command whose arguments survive a shell"), async () => {
  for (const [name, request] of Object.entries(REQUESTS)) {
    const args = ["-c", `curl() { printf '%s\\n' "$@"; }; ${toSnippet("curl", request)}`];
    const { stdout } = await new Deno.Command("sh", { args }).output();
    const lines = new TextDecoder().decode(stdout).trim().split("\n");
    // An apostrophe is encoded, because a shell would need four characters for it.
    assertEquals(lines.at(-1), request.url.replaceAll("'", "%27"), name);
    if (request.upload) assertEquals(lines[lines.indexOf("-T") + 1], request.upload);
    if (request.returns === "image") assertEquals(lines[lines.indexOf("-o") + 1], request.file);
  }
});

Deno.test(ifInstalled("python3", "toSnippet() writes Python that parses"), async () => {
  for (const request of Object.values(REQUESTS)) {
    const args = ["-c", "import ast, sys; ast.parse(sys.argv[1])", toSnippet("Python", request)];
    const { success, stderr } = await new Deno.Command("python3", { args }).output();
    assertEquals([success, new TextDecoder().decode(stderr)], [true, ""]);
  }
});
