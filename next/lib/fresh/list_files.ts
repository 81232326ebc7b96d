/**
 * Lists the files of a folder and of the folders in it, by their paths below it: `api/index.ts`. Names that match
 * `ignored` are left out, and so are links, because they may point outside the folder.
 */
export function* listFiles(folder: string, ignored: RegExp): Generator<string> {
  for (const { name, isFile, isDirectory } of Deno.readDirSync(folder)) {
    if (ignored.test(name)) continue;
    if (isFile) yield name;
    else if (isDirectory) yield* listFiles(`${folder}/${name}`, ignored).map((path) => `${name}/${path}`);
  }
}
