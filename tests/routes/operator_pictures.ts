import { startApp } from "@/tests/app.ts";
import { paint, toPng } from "@/lib/images/tests/pictures.ts";

/** Starts the service with an operator's file of a cat and the URL of a fox. */
export async function startWithPictures() {
  const directory = await Deno.makeTempDir();
  await Deno.mkdir(`${directory}/animals/cat`, { recursive: true });
  const picture = await toPng(paint(4, 4, () => [200, 200, 200, 200]));
  await Deno.writeFile(`${directory}/animals/cat/our-cat.png`, picture);
  await Deno.writeTextFile(`${directory}/animals/fox.json`, '["https://pictures.example/redfoxes.png"]');
  return { call: await startApp({ CONTENT_DIR: directory }), picture, directory };
}
