/** Characters that nobody sees: soft hyphens, zero-width spaces, bidirectional controls and other format characters. */
const INVISIBLE = "\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff" +
  "\\ufff9-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0001}\\u{e0020}-\\u{e007f}";

/** Letters of the scripts whose words contain joiners: from Arabic to Myanmar, Khmer, Mongolian and others of Asia. */
const LETTER = "\\u0600-\\u109f\\u1780-\\u18af\\u1900-\\u1cff\\ua800-\\uabff\\u{10a00}-\\u{11fff}\\u{1e900}-\\u{1e95f}";

/** Emoji, their colours of skin and the selector of their form. */
const EMOJI = "\\u2190-\\u2bff\\ufe0f\\u{1f000}-\\u{1faff}";

const RUN = new RegExp(`[${INVISIBLE}]+`, "gu");
const IS_LETTER = new RegExp(`[${LETTER}]`, "u");
const IS_EMOJI = new RegExp(`[${EMOJI}]`, "u");

/**
 * Removes invisible characters, except those that change how a word or an emoji looks: the joiners inside of Persian or
 * Indic words, and the joiners and tags of emoji.
 *
 * The characters are listed here, because the tables of the runtime change with each version of Unicode, and names must
 * keep their animals.
 */
export function removeInvisible(text: string): string {
  return text.replace(RUN, (run, start: number) => {
    // Two code units contain every character.
    const before = Array.from(text.slice(Math.max(0, start - 2), start)).at(-1) ?? "";
    const [after = ""] = text.slice(start + run.length, start + run.length + 2);
    if (IS_LETTER.test(before) && IS_LETTER.test(after)) return /[\u180e\u200c\u200d]/.exec(run)?.[0] ?? "";
    if (!IS_EMOJI.test(before)) return "";
    if (IS_EMOJI.test(after) && run.includes("\u200d")) return "\u200d";
    // The flags of England, Scotland and Wales are a black flag and tags. Without the look behind, thousands of tags
    // would take seconds.
    return /(?<![\u{e0020}-\u{e007e}])[\u{e0020}-\u{e007e}]+\u{e007f}/u.exec(run)?.[0] ?? "";
  });
}
