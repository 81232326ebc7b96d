/** More files than an import opens at once. */
const NEEDED = 16;

/**
 * Returns whether the process can open files. If it cannot, do not import anything that can wait: Deno 2.9 panics if an
 * import finds no free file descriptor.
 */
export function hasFreeDescriptors(): boolean {
  const files: Deno.FsFile[] = [];
  try {
    while (files.length < NEEDED) files.push(Deno.openSync(new URL(import.meta.url)));
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "EMFILE");
  } finally {
    for (const file of files) file.close();
  }
}
