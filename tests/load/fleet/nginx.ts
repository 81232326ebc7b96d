import { startProgram } from "../caches/proxies.ts";
import { findFreePort } from "@/tests/free_port.ts";

/** The configuration of the fleet in compose.yaml, so that it is tried as operators use it. */
const CONFIGURATION = new URL("../../../docs/compose/nginx.conf", import.meta.url);

/** Starts nginx in front of three ports of this machine. */
export async function startNginx(ports: readonly number[]): Promise<AsyncDisposable & { readonly port: number }> {
  const port = findFreePort();
  const folder = await Deno.makeTempDir({ prefix: "pawkit-fleet-" });
  const names = ["pawkit:8000", "pawkit-2:8000", "pawkit-3:8000"];
  let text = await Deno.readTextFile(CONFIGURATION);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder};`);
  const replacements = {
    ...Object.fromEntries(names.map((name, i) => [`server ${name} `, `server 127.0.0.1:${ports[i]} `])),
    "listen 8080;": `listen 127.0.0.1:${port};`,
    "/var/cache/nginx": folder,
    "pid /tmp/nginx.pid;": `pid ${folder}/pid; daemon off; user root;`,
    "access_log off;": `access_log off; ${temporary.join(" ")}`,
  };
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new TypeError(`Cannot use docs/compose/nginx.conf: must have ${from}`);
    text = text.replace(from, to);
  }
  await Deno.writeTextFile(`${folder}/nginx.conf`, text);
  return await startProgram(["nginx", "-e", "stderr", "-c", `${folder}/nginx.conf`], { port, folder });
}
