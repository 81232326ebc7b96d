/** File descriptors that must be free: more than an import needs at once. */
const NEEDED_DESCRIPTORS = 16;

/**
 * Returns whether the process can open more files. If it cannot, postpone imports: Deno 2.9 panics if an import finds
 * no free file descriptor.
 */
export function hasFreeDescriptors(): boolean {
  const files: Deno.FsFile[] = [];
  try {
    while (files.length < NEEDED_DESCRIPTORS) files.push(Deno.openSync(new URL(import.meta.url)));
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "EMFILE");
  } finally {
    for (const file of files) file.close();
  }
}
