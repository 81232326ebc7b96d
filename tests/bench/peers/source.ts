/** Serves the files of a folder from memory and forbids caching them. */
const [folder = "."] = Deno.args;
const files = new Map(
  Array.from(Deno.readDirSync(folder), ({ name }) => [`/${name}`, Deno.readFileSync(`${folder}/${name}`)]),
);
Deno.serve({ port: 0, hostname: "127.0.0.1" }, ({ url }) => {
  const { pathname } = new URL(url);
  const file = files.get(pathname);
  const headers = { "content-type": `image/${pathname.split(".").at(-1)}`, "cache-control": "no-store" };
  return new Response(file ?? null, { status: file ? 200 : 404, headers });
});
