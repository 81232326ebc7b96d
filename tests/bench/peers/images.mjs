// deno-lint-ignore-file no-process-global no-console -- it runs in Node, and its output is read by the benchmark
// Filters images of other servers, for Node: node images.mjs <folder with node_modules>. It is the least that a server
// can do with sharp: /?image=…&format=jpeg&blur=4.5, without limits, checks and caches.
import { createServer } from "node:http";
import { createRequire } from "node:module";

const [, , folder] = process.argv;
const { default: sharp } = await import(createRequire(`${folder}/`).resolve("sharp"));

const server = createServer(async ({ url }, response) => {
  const { image, format, grayscale, negate, blur, width } = Object.fromEntries(new URL(url, "http://x").searchParams);
  const source = await (await fetch(image)).arrayBuffer();
  let pipe = sharp(Buffer.from(source), { animated: format === "gif" });
  if (width) pipe = pipe.resize(Number(width));
  if (grayscale) pipe = pipe.grayscale();
  if (negate) pipe = pipe.negate({ alpha: false });
  if (blur) pipe = pipe.blur(Number(blur));
  // With a quality, a PNG would get a palette. The service writes most WebPs with less effort, and 4 % larger.
  const options = { jpeg: { quality: 90 }, webp: { quality: 90, effort: 2 } }[format] ?? {};
  const bytes = await pipe.toFormat(format, options).toBuffer();
  response.writeHead(200, { "content-type": `image/${format}`, "content-length": bytes.length }).end(bytes);
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
