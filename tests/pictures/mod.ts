/**
 * Makes the pictures of README, documents and pages anew: `deno task pictures`. They are responses of this service, or
 * drawn with its own code, so that every machine makes the same ones. Look at them before you commit them.
 */
import { createCodecs } from "@pawkit/images/pipeline";
import { renderDrawing } from "@pawkit/images/svg";
import { modules } from "@pawkit/images/wasm";
import { type Call, startApp } from "@/tests/app.ts";
import { filterPhotograph } from "./filters.ts";
import { drawPreview } from "./preview.ts";
import { drawSheet, DRESSED, LOOKS } from "./sheet.ts";
import { drawTerminal } from "./terminal.ts";

const STATIC = new URL("../../static/", import.meta.url);

/** The animals at these addresses. */
const ANIMALS = {
  "ada.png": "/cat/Ada.png?size=256",
  "team.png": "/cat/Ada,Grace,dog:Rex.png?size=160",
  "family.png": "/cat/Ada,Grace,Ada+Grace.png?size=160",
};

/** The only one with round corners, for which 256 colours are too few. */
const AVATARS = "/cat/Ada,dog:Rex,fox:Grace,alpaca:Guido.png?view=face&radius=max&size=128";

/** The width of the moving animal. Its address has none, because an SVG fits every size. */
const MOVING_WIDTH = 192;

if (import.meta.main) {
  await using call = await startApp({ BASE_URL: "https://paw.example" });
  for await (const [file, bytes] of makePictures(call)) await Deno.writeFile(new URL(file, STATIC), bytes);
}

async function* makePictures(call: Call): AsyncGenerator<[file: string, bytes: Uint8Array]> {
  const moving = await (await call("/cat/Ada.svg?motion=on")).text();
  const size = `width="${MOVING_WIDTH}" height="${MOVING_WIDTH}"`;
  yield ["pictures/moving.svg", new TextEncoder().encode(moving.replace('width="512" height="512"', size))];
  yield ["pictures/avatars.png", await (await call(AVATARS)).bytes()];
  for (const [file, path] of Object.entries(ANIMALS)) {
    yield [`pictures/${file}`, await shrink(call, await (await call(path)).bytes())];
  }
  const inTerminal = await (await call("/cat/Ada", { headers: { "user-agent": "curl/8.0" } })).text();
  const drawings = {
    "og.png": { svg: await drawPreview(), width: 1200 },
    "pictures/looks.png": drawSheet(LOOKS),
    "pictures/dressed.png": drawSheet(DRESSED),
    "pictures/terminal.png": drawTerminal("curl https://paw.example/cat/Ada", inTerminal),
  };
  const codecs = createCodecs(modules);
  for (const [file, drawing] of Object.entries(drawings)) {
    yield [file, await shrink(call, renderDrawing({ ...drawing, format: "png" }, codecs))];
  }
  for await (const [file, bytes] of filterPhotograph(call)) yield [`pictures/${file}`, bytes];
}

/** Makes a PNG of 256 colours, those of a GIF. It has half the bytes, and drawings have few colours anyway. */
async function shrink(call: Call, png: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  let body = png;
  for (const format of ["gif", "png"]) {
    const response = await call(`/api/v2/filter/resize?width=4096&format=${format}`, { method: "POST", body });
    body = await response.bytes();
  }
  return body;
}
