import { toFileUrl } from "@std/path";

/** The package on npm with the parts of `@std` that Fresh needs. JSR is not used, so that a mirror of npm is enough. */
const STD = "npm:/deno-std@1.4.0";

/** Fresh imports these for features that the benchmark does not use, and npm does not have them. */
const MISSING = {
  "@std/fs/walk": ["walk"],
  "@std/net/unstable-ip": ["isIPv4", "isIPv6", "matchIPv4Subnet", "matchIPv6Subnet", "matchSubnets"],
};

/** Writes the import map with which a program can run the published Fresh from a checkout. Returns its path. */
export async function writeFreshImportMap(checkout: string, folder: string): Promise<string> {
  const packages = `${toFileUrl(checkout).href}/packages`;
  const missing = Object.entries(MISSING).map(([name, exports]) => {
    return [name, `data:text/javascript,export const ${exports.map((each) => `${each} = undefined`).join()}`];
  });
  const imports = {
    "fresh": `${packages}/fresh/src/mod.ts`,
    "@fresh/build-id": `${packages}/build-id/mod.ts`,
    "@opentelemetry/api": "npm:@opentelemetry/api@^1.9.0",
    "@std/encoding/hex": `${STD}/encoding/hex.js`,
    "@std/fmt/colors": `${STD}/fmt/colors.js`,
    "@std/html": `${STD}/html/mod.js`,
    "@std/http/status": `${STD}/http/status.js`,
    "@std/path": `${STD}/path/mod.js`,
    "@std/path/posix": `${STD}/path/posix/mod.js`,
    "@std/path/windows": `${STD}/path/windows/mod.js`,
    "preact": "npm:preact@10.29.8",
    "preact/": "npm:/preact@10.29.8/",
    "preact-render-to-string": "npm:preact-render-to-string@6.8.2",
    ...Object.fromEntries(missing),
  };
  const path = `${folder}/fresh_import_map.json`;
  await Deno.writeTextFile(path, JSON.stringify({ imports }));
  return path;
}
