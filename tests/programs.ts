/** The commands under which distributions install a program, where they differ. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  imagemagick: ["magick", "convert-im6.q16"],
  // The first is the same browser without its windows, and takes three quarters of the processor time.
  chromium: ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"],
};

/** Returns the path of a program on the PATH, or `undefined` if it is not installed. */
export function findProgram(program: string): string | undefined {
  const folders = (Deno.env.get("PATH") ?? "").split(":");
  const paths = (COMMANDS[program] ?? [program]).flatMap((command) => folders.map((folder) => `${folder}/${command}`));
  return paths.find(isFile);
}

/**
 * Returns the options of a test that needs a program. Without the program the test is skipped, and `deno task test`
 * lists it at the end of its run: `Deno.test(ifInstalled("redis-server", "RedisState counts"), async () => …)`.
 */
export function ifInstalled(program: string, name: string): Pick<Deno.TestDefinition, "name" | "ignore"> {
  const isInstalled = findProgram(program) !== undefined;
  return { name: isInstalled ? name : `${name} (${program} is not installed)`, ignore: !isInstalled };
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
