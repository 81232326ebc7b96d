/** Serves the files of a folder from memory and forbids caching them. */
const [folder = "."] = Deno.args;
const files = new Map(Array.from(Deno.readDirSync(folder), ({ name }) => [
  `/${name}`,
  new Blob([Deno.readFileSync(`${folder}/${name}`)], { type: `image/${name.split(".").at(-1)}` }),
]));
Deno.serve({ port: 0, hostname: "127.0.0.1" }, ({ url }) => {
  const file = files.get(new URL(url).pathname);
  return new Response(file ?? null, { status: file ? 200 : 404, headers: { "cache-control": "no-store" } });
});
