import { assertEquals } from "@std/assert";
import { mapReleases } from "@/lib/launcher/github/mapping.ts";
import { reportIgnored } from "@/lib/launcher/github/ignored_releases.ts";
import { WarnOnce } from "@/lib/launcher/github/warn_once.ts";

const EMPTY = mapReleases([], { appName: "app" });

Deno.test("reportIgnored() names a repository without a launcher release, and up to five tags of each rule, once for each", () => {
  const messages: string[] = [];
  const options = { repository: "o/r", warnings: new WarnOnce((message) => messages.push(message)) };
  const tags = ["a", "b", "c", "d", "e", "f", 'g"'];
  reportIgnored({ ...EMPTY, ignored: { "rule 1": tags, "rule 2": [] } }, options);
  reportIgnored({ ...EMPTY, ignored: { "rule 1": tags.slice(1), "rule 2": ["a", 'h"'] } }, options);
  assertEquals(messages, [
    "Cannot find a launcher release in o/r: no release has both a SemVer tag and a file",
    'Cannot use the releases "a", "b", "c", "d", "e" and 2 more of o/r: rule 1',
    'Cannot use the releases "a", "h\\"" of o/r: rule 2',
  ]);
});
