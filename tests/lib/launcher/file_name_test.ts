import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { classifyFile } from "@/lib/launcher/file_name.ts";
import { ASSET_NAMES } from "./asset_names.ts";

for (const [project, names] of Object.entries(ASSET_NAMES)) {
  Deno.test(`classifyFile() reads the names of ${project} as a person does`, () => {
    assertEquals(Object.fromEntries(Object.keys(names).map((name) => [name, describe(name)])), names);
  });
}

const WORDS = {
  windows: ["win", "windows", "Windows", "WIN10", "pc-windows-msvc"],
  macos: ["mac", "macOS", "macos11", "osx", "darwin", "apple-darwin"],
  linux: ["linux", "Linux", "ubuntu22", "unknown-linux-gnu"],
};
const ARCHES = {
  x64: ["x64", "x86_64", "x86-64", "amd64", "64bit", "64-bit"],
  arm64: ["arm64", "aarch64", "ARM64"],
  x86: ["x86", "i386", "i686", "ia32", "386", "32bit"],
};

Deno.test("classifyFile() reads every spelling of platform and architecture, in any order and with any separator", () => {
  const spelled = (table: Record<string, string[]>) => {
    return fc.constantFrom(
      ...Object.entries(table).flatMap(([name, spellings]) => spellings.map((each) => [name, each])),
    );
  };
  const separator = fc.constantFrom("-", "_", ".");
  const type = fc.constantFrom(
    ..."zip 7z tar.gz tar.xz tar.bz2 tar.zst tgz txz tbz tbz2".split(" "),
  );
  fc.assert(
    fc.property(spelled(WORDS), spelled(ARCHES), separator, type, fc.boolean(), (platform, arch, dash, end, swap) => {
      const words = swap ? [arch[1], platform[1]] : [platform[1], arch[1]];
      const name = `${["tool", "1.2.3", ...words].join(dash)}.${end}`;
      assertEquals(describe(name), `${platform[0]} ${arch[0]} archive`, name);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("classifyFile() offers no build for a platform that is not offered", () => {
  const others = "freebsd openbsd netbsd dragonfly solaris illumos sunos aix plan9 haiku android ios tvos wasm wasi";
  const names = others.split(" ").map((platform) => `tool-1.2.3-${platform}-x64.tar.gz`);
  assertEquals(names.filter((name) => describe(name) !== "-"), []);
});

Deno.test("classifyFile() never takes an accompanying file for a download, whatever it accompanies", () => {
  const download = fc.constantFrom(...Object.values(ASSET_NAMES).flatMap((names) => Object.keys(names)));
  const ending = fc.constantFrom(
    ...".sha256 .sha512 .md5 .sig .asc .minisig .pem .blockmap .yml .yaml .json .txt .sbom .spdx.json .zsync".split(
      " ",
    ),
    ...".sigstore .intoto.jsonl .pub .crt .torrent .delta .nupkg .pdb .dSYM.zip .debug .symbols.zip".split(" "),
  );
  fc.assert(fc.property(download, ending, (name, end) => assertEquals(describe(name + end), "-", name + end)));
});

function describe(name: string): string {
  const traits = classifyFile(name);
  return traits === undefined ? "-" : `${traits.platform} ${traits.arch} ${traits.kind}`;
}
