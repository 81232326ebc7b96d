import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { XmlDocument, XmlElement } from "libxml2-wasm";
import type { Release } from "@/lib/launcher/release.ts";
import type { Channel } from "@/lib/launcher/names.ts";
import { makeFile, makeRelease } from "../fixtures.ts";
import { ED_SIGNATURE, makeSparkleFile, makeTauriFile, writeFeed } from "./fixtures.ts";

// Read with libxml2, which is the parser behind Sparkle, by the rules of Sparkle and WinSparkle.

const NAMES = ["a.exe", "a-x64.msi", "a-arm64.exe", "a-x64.dmg", "a-universal.zip", "a-linux-x64.tar.gz"];
const RELEASES = [
  makeRelease("2.0.0-beta.1", { files: NAMES.map((name) => makeSparkleFile(`beta/${name}`)) }),
  makeRelease("1.0.0.1", { files: NAMES.map((name) => makeSparkleFile(name)), releaseDate: "2026-10-02T12:10:00Z" }),
];

Deno.test("writeFeed() of appcast.xml has what Sparkle requires of each item", () => {
  for (const item of read(RELEASES, "beta")) {
    assert(/^https?:/.test(item.url) && Number(item.length) > 0);
    assertEquals([item.enclosures, Uint8Array.fromBase64(item.signature).length], [1, 64]);
    assertEquals(item.version, item.shortVersion);
    // E, dd MMM yyyy HH:mm:ss Z
    assert(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000$/.test(item.date), item.date);
  }
  assertEquals(read(RELEASES)[0]?.date, "Fri, 02 Oct 2026 12:10:00 +0000");
});

Deno.test("writeFeed() of appcast.xml leads every updater to its file", () => {
  const pick = (os: readonly string[]) => read(RELEASES).find((item) => os.includes(item.os))?.url.split("/").at(-1);
  assertEquals(pick(["macos"]), "a-universal.zip");
  assertEquals(pick(["windows", "windows-x64"]), "a-x64.msi");
  assertEquals(pick(["windows", "windows-arm64"]), "a-arm64.exe");
  assertEquals(pick(["windows", "windows-x86"]), "a.exe");
  assertEquals(pick(["linux"]), "a-linux-x64.tar.gz");
});

Deno.test("writeFeed() of appcast.xml has every type of file that Sparkle unpacks", () => {
  for (const type of ["zip", "dmg", "pkg", "tar.gz", "tar.xz", "tar.bz2"]) {
    const files = [makeSparkleFile(`a-mac.${type}`)];
    assertEquals(read([makeRelease("1.0.0", { files })]).map(({ os }) => os), ["macos"], type);
  }
});

Deno.test("writeFeed() of appcast.xml is newest first and has betas on the beta channel alone", () => {
  const versions = (channel: Channel) => [...new Set(read(RELEASES, channel).map(({ version }) => version))];
  assertEquals([versions("stable"), versions("beta")], [["1.0.0.1"], ["2.0.0-beta.1", "1.0.0.1"]]);
});

Deno.test("writeFeed() of appcast.xml keeps a program for Apple silicon from older machines", () => {
  const files = [makeSparkleFile("a-arm64.dmg")];
  assertEquals(read([makeRelease("1.0.0", { files })])[0]?.hardware, "arm64");
  const both = [...files, makeSparkleFile("a-x64.dmg")];
  assertEquals(read([makeRelease("1.0.0", { files: both })]).map(({ url, hardware }) => [url.slice(-9), hardware]), [
    ["a-x64.dmg", undefined],
  ]);
});

Deno.test("writeFeed() leaves files out of the appcast that are not signed for it", () => {
  const files = [
    makeFile("a.exe"),
    makeTauriFile("a.dmg"),
    makeSparkleFile("a.zip", { signature: ED_SIGNATURE.slice(4) }),
  ];
  assertEquals(read([makeRelease("1.0.0", { files })]), []);
  assertEquals(read([]), []);
});

Deno.test("writeFeed() of appcast.xml is well-formed and shows notes as text, whatever they and the file names contain", () => {
  // Also lone surrogates. The same with `unit: "binary"` first takes 1.5 s for its tables.
  const anyCodePoint = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));
  const text = fc.oneof(
    fc.string({ unit: anyCodePoint, maxLength: 60 }),
    // deno-lint-ignore no-control-regex -- fast-check cannot read \0
    fc.stringMatching(/^[\x00-\x9f<>&"'\]\[!-]{0,40}$/),
    fc.constantFrom("]]></description><item>", "<script>alert(1)</script>", "&#0;&xxe;", "\ud800", "\ufffe", "<!--"),
  );
  fc.assert(fc.property(text, text, (notes, name) => {
    const file = makeSparkleFile(`${encodeURIComponent(name.toWellFormed())}'"&<.exe`);
    const [item, ...others] = read([makeRelease("1.0.0", { notes, files: [file] })]);
    assertEquals([item?.url, others.length], [file.url, 0]);
    // As the HTML that the updaters render: no tags but line breaks.
    const shown = item!.description.replaceAll("<br>", "\n");
    assert(!/[<>]/.test(shown), shown);
    const plain = shown.replace(/&(lt|gt|quot|#39|amp);/g, (_, each: string) => ENTITIES[each]!);
    // XML normalizes line breaks and cannot contain most control characters.
    const expected = notes.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
    assertEquals(plain.replace(/\r\n?/g, "\n"), expected.replace(/\r\n?/g, "\n"));
  }));
});

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
const NAMESPACES = { sparkle: "http://www.andymatuschak.org/xml-namespaces/sparkle" };

function read(releases: readonly Release[], channel: Channel = "stable") {
  using document = XmlDocument.fromString(writeFeed(releases, "appcast.xml", channel));
  assertEquals(document.get("/rss/channel/title")?.content, "A & B");
  return document.find("/rss/channel/item").map((item) => {
    const content = (path: string) => item.get(path, NAMESPACES)?.content;
    const enclosures = item.find("enclosure") as XmlElement[];
    const attribute = (name: string) => enclosures[0]?.get(`@${name}`, NAMESPACES)?.content ?? "";
    return {
      version: content("sparkle:version"),
      shortVersion: content("sparkle:shortVersionString"),
      hardware: content("sparkle:hardwareRequirements"),
      date: content("pubDate") ?? "",
      description: content("description") ?? "",
      enclosures: enclosures.length,
      url: attribute("url"),
      length: attribute("length"),
      os: attribute("sparkle:os"),
      signature: attribute("sparkle:edSignature"),
    };
  });
}
