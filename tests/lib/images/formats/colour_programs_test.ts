import { assertEquals } from "@std/assert";
import { ifInstalled } from "@/tests/programs.ts";
import { filterFile, pack, paintPhoto, toSharp } from "@/tests/lib/images/pictures.ts";

const tagged = await pack(toSharp(paintPhoto(40, 30)).removeAlpha().withIccProfile("p3").png());

/** Runs a program on a file in a folder of its own. Returns its output, or the file `out` if it writes one. */
async function run(program: string, args: string[], file: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const cwd = await Deno.makeTempDir();
  await Deno.writeFile(`${cwd}/in`, file);
  const { stdout } = await new Deno.Command(program, { args, cwd, stderr: "null" }).output();
  const result = args.includes("out") ? await Deno.readFile(`${cwd}/out`) : stdout;
  await Deno.remove(cwd, { recursive: true });
  return result;
}

Deno.test(ifInstalled("exiftool", "exiftool finds the profile of a filtered JPEG, PNG and WebP"), async () => {
  const describe = async (file: Uint8Array) =>
    new TextDecoder().decode(await run("exiftool", ["-s3", "-ICC_Profile:ProfileDescription", "in"], file)).trim();
  const description = await describe(tagged);
  assertEquals(description.length > 0, true);
  for (const format of ["jpeg", "png", "webp"]) {
    assertEquals(await describe((await filterFile(tagged, "invert", { format })).bytes), description, format);
  }
});

Deno.test(ifInstalled("cwebp", "the profile of a file by cwebp survives, as webpmux sees it"), async () => {
  for (const options of [["-q", "80"], ["-lossless"]]) {
    const file = await run("cwebp", ["-quiet", ...options, "-metadata", "icc", "in", "-o", "out"], tagged);
    const { bytes } = await filterFile(file, "invert");
    const extract = (webp: Uint8Array) => run("webpmux", ["-get", "icc", "in", "-o", "out"], webp);
    assertEquals(await extract(bytes), await extract(file), options[0]);
  }
});
