import { RESERVED_EXTENSIONS } from "@/lib/content/named/named_animal.ts";
import { MAX_SEED_CHARACTERS } from "@/lib/content/parameters.ts";

/** What the field of a name accepts: every name, and every two with a plus, that have a page. */
export const NAME_FIELD = {
  name: "seed",
  maxlength: MAX_SEED_CHARACTERS,
  pattern: "(?!([^+]*\\+)?\\s*\\.{1,2}\\s*(\\+[^+]*)?$|" +
    // In any case of letters. A browser that does not know (?i:) accepts everything, and the service explains.
    `.*\\.(?i:${RESERVED_EXTENSIONS.join("|")})\\s*(\\+[^+]+)?$).*`,
  title: "Any name without an extension such as .png",
  dir: "auto",
} as const;
