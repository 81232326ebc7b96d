/** The programs that tests need besides Deno: those of the files `…_program_test.ts`. */
const PROGRAMS = [
  "chromium",
  "cwebp",
  "dnsmasq",
  "exiftool",
  "ffmpeg",
  "firefox-esr",
  "imagemagick",
  "mkfifo",
  "named",
  "nginx",
  "node",
  "php",
  "prometheus",
  "promtool",
  "python3",
  "redis-server",
  "sh",
  "systemd-analyze",
  "unbound",
] as const;

/** A program that tests need besides Deno. */
export type Program = typeof PROGRAMS[number];

/** The command or the path of the Chromium that tests use instead of the first one that is installed. */
const CHROMIUM = Deno.env.get("TEST_CHROMIUM");

/** The commands under which distributions install a program, where they differ. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  imagemagick: ["magick", "convert-im6.q16"],
  // The first is the same browser without its windows, and takes three quarters of the processor time.
  chromium: CHROMIUM ? [CHROMIUM] : ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"],
};

/** Returns the path of a program, which is usually on the PATH, or `undefined` if it is not installed. */
export function findProgram(program: string): string | undefined {
  // Debian has servers such as nginx in a folder that is not in the PATH of ordinary users.
  const folders = [...(Deno.env.get("PATH") ?? "").split(":"), "/usr/sbin"];
  const paths = (COMMANDS[program] ?? [program]).flatMap((command) =>
    command.includes("/") ? command : folders.map((folder) => `${folder}/${command}`)
  );
  return paths.find(isFile);
}

/** Returns the programs that are not installed. */
export function listMissing(): Program[] {
  return PROGRAMS.filter((program) => findProgram(program) === undefined);
}

/**
 * Returns the options of a test that needs programs. Without one of them the test is skipped, and
 * `deno task test:programs` lists it at the end of its run: `Deno.test(ifInstalled("redis-server", "openRedisStore() counts"), async () => …)`.
 */
export function ifInstalled(
  programs: Program | readonly Program[],
  name: string,
): Pick<Deno.TestDefinition, "name" | "ignore"> {
  const missing = [programs].flat().find((program) => findProgram(program) === undefined);
  return {
    name: missing === undefined ? name : `${name} (${missing} is not installed)`,
    ignore: missing !== undefined,
  };
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
