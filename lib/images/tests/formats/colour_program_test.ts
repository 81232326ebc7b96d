import { assertEquals } from "@std/assert";
import { ifInstalled } from "@/tests/programs.ts";
import { filterFile, pack, paintPhoto, toSharp } from "../pictures.ts";

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
  const cwd = await Deno.makeTempDir();
  const formats = ["jpeg", "png", "webp"] as const;
  const names = ["source", ...formats];
  await Deno.writeFile(`${cwd}/source`, tagged);
  for (const format of formats) {
    await Deno.writeFile(`${cwd}/${format}`, (await filterFile(tagged, "invert", { format })).bytes);
  }
  // Once for all files, because it takes long to start.
  const args = ["-q", "-s3", "-ICC_Profile:ProfileDescription", ...names];
  const { stdout } = await new Deno.Command("exiftool", { args, cwd, stderr: "null" }).output();
  await Deno.remove(cwd, { recursive: true });
  const [description = "", ...others] = new TextDecoder().decode(stdout).trim().split("\n");
  assertEquals([description.length > 0, others], [true, Array(3).fill(description)]);
});

Deno.test(ifInstalled("cwebp", "the profile of a file by cwebp survives, as webpmux sees it"), async () => {
  for (const options of [["-q", "80"], ["-lossless"]]) {
    const file = await run("cwebp", ["-quiet", ...options, "-metadata", "icc", "in", "-o", "out"], tagged);
    const { bytes } = await filterFile(file, "invert");
    const extract = (webp: Uint8Array) => run("webpmux", ["-get", "icc", "in", "-o", "out"], webp);
    assertEquals(await extract(bytes), await extract(file), options[0]);
  }
});
