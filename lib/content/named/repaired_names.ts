import { tidyName } from "@pawkit/animals";
import type { AnimalAddress } from "@/lib/content/named/named_request.ts";
import { MAX_MEMBERS, splitMember, toPath } from "@/lib/content/named/named_path.ts";
import { extensionOf, FORMS, type NamedAnimal, toNamedPath } from "@/lib/content/named/named_animal.ts";
import { MAX_SEED_CHARACTERS, TYPE_SYNONYMS } from "@/lib/content/parameters.ts";
import { decodePercent } from "@/lib/http/request_url.ts";

/** The name in examples, for a path without one. */
export const EXAMPLE_NAME = "Ada";

/**
 * Returns the path that was probably meant by one with a mistake in its names or its extension: what is too much is cut
 * off, and what is empty left out.
 */
export function repairNames({ kind, segment }: AnimalAddress): string {
  const parts = segment.split(",");
  const members = parts.flatMap((part) => repairMember(splitMember(kind, part))).slice(0, MAX_MEMBERS);
  const [only = { kind, name: EXAMPLE_NAME }, ...others] = members;
  const path = others.length > 0 ? toPath({ kind, animals: members }) : toNamedPath(only.kind, only.name, only.parents);
  const extension = parts.map((part) => extensionOf(tidyName(decodePercent(part)))).findLast((each) => each);
  return extension === undefined ? path : `${path}.${toForm(extension)}`;
}

/** Returns the text of the form for names that was probably meant: one name, or two with a plus between them. */
export function repairSeed(text: string): string {
  return text.split("+").map(repairName).filter((name) => name !== "").slice(0, 2).join("+");
}

function repairMember({ kind, segment }: AnimalAddress): readonly NamedAnimal[] {
  const names = segment.split("+").map((part) => repairName(decodePercent(part)));
  const [first = "", second = ""] = names;
  if (names.length === 2 && first !== "" && second !== "") {
    return [{ kind, name: `${first}+${second}`, parents: [first, second] }];
  }
  // All other pluses belong to one name, such as "C++".
  const name = repairName(names.join("+"));
  return name === "" ? [] : [{ kind, name }];
}

/** Returns a name that has a page, or nothing. */
function repairName(text: string): string {
  const tidy = tidyName(text);
  const extension = extensionOf(tidy);
  const name = extension === undefined ? tidy : tidy.slice(0, -extension.length - 1);
  const short = tidyName(Array.from(name).slice(0, MAX_SEED_CHARACTERS).join(""));
  return short === "." || short === ".." ? "" : short;
}

function toForm(extension: string): string {
  const form = TYPE_SYNONYMS[extension] ?? extension;
  return FORMS.find((each) => each === form) ?? FORMS[0];
}
