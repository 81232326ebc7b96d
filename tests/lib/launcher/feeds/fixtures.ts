import { parseFeedFile, writeFeed as write } from "@/lib/launcher/feeds/registry.ts";
import type { ReleaseFile } from "@/lib/launcher/release_file.ts";
import { filterChannel, findOffered, type Release } from "@/lib/launcher/release.ts";
import type { Channel } from "@/lib/launcher/names.ts";
import { makeFile } from "../fixtures.ts";

/** A signature as `tauri build` writes it: the text of minisign in Base64. */
export const TAURI_SIGNATURE = btoa(
  `untrusted comment: signature from tauri secret key\n${"RUQs".repeat(25)}\ntrusted comment: timestamp:1\n${
    "AAAA".repeat(22)
  }\n`,
);

/** A signature as Sparkle's `sign_update` prints it: 64 bytes in Base64. */
export const ED_SIGNATURE = new Uint8Array(64).fill(7).toBase64();

/** A file that `tauri build` has signed. */
export function makeTauriFile(name: string, changes: Partial<ReleaseFile> = {}): ReleaseFile {
  return makeFile(name, { signature: TAURI_SIGNATURE, ...changes });
}

/** A file that Sparkle's `sign_update` has signed. */
export function makeSparkleFile(name: string, changes: Partial<ReleaseFile> = {}): ReleaseFile {
  return makeFile(name, { signature: ED_SIGNATURE, ...changes });
}

/** Writes a file of a feed for some releases. */
export function writeFeed(releases: readonly Release[], file: string, channel: Channel = "stable"): string {
  const options = { ...parseFeedFile(file), title: "A & B", link: "https://paw.example" };
  const content = write(filterChannel(findOffered(releases), channel), options);
  return typeof content === "string" ? content : JSON.stringify(content);
}
