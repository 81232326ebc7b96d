import { RESERVED_EXTENSIONS } from "@/lib/content/named/named_animal.ts";
import { MAX_SEED_CHARACTERS } from "@/lib/content/parameters.ts";

/** What the field of a name accepts: every name that has a page. The browser explains the others. */
export const NAME_FIELD = {
  name: "seed",
  maxlength: MAX_SEED_CHARACTERS,
  pattern: `(?!\\s*\\.{1,2}\\s*$|.*\\.(${RESERVED_EXTENSIONS.join("|")})\\s*$).*`,
  title: "Any name without an extension such as .png",
  dir: "auto",
} as const;
