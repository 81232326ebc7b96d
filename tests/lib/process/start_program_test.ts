import { assertMatch } from "@std/assert";
import { ifInstalled } from "@/tests/programs.ts";

/** Runs a command in a terminal, to which nobody types. */
const RUN_IN_TERMINAL = "import pty, sys; pty.spawn(sys.argv[1:])";

Deno.test(ifInstalled("python3", "deno task start asks nothing on a terminal, and listens"), async () => {
  const directory = await Deno.makeTempDir();
  const terminal = new Deno.Command("python3", {
    args: ["-c", RUN_IN_TERMINAL, Deno.execPath(), "task", "start"],
    env: { HOST: "127.0.0.1", PORT: "0", LOGS_DIR: directory, STATE_DIR: directory },
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  let output = "";
  for await (const text of terminal.stdout.pipeThrough(new TextDecoderStream()).values({ preventCancel: true })) {
    output += text;
    if (/Listening on|Allow\?/.test(output)) break;
  }
  // The end of the terminal ends what runs in it.
  terminal.kill();
  await terminal.status;
  await terminal.stdin.close();
  await Deno.remove(directory, { recursive: true });
  assertMatch(output, /Listening on http/);
});
