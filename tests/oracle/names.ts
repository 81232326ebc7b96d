/** The names whose drawings are recorded. They look random, but the same list comes out of every run. */

/** Names that people have, and words that they write, in many scripts. */
const WORDS = [
  ..."Ada Grace Linus Margaret Zoë José Łukasz Søren Þóra Nguyễn Dvořák Ægir Œuvre Nuñez Brontë ﬁnn Straße İrem Isık ıssız",
  ..."Αθηνά ΣΟΦΟΣ Борис Їжак ანა Արամ דוד שרה محمد فاطمة अमित மாலா ไหม አበበ ᏣᎳᎩ ねこ さくら カタカナ ｶﾅ 小明 龍 𠮷野 민준 한글 ᠮᠣᠩ",
].join("").split(" ");

/** Emoji of one and of several code points: joiners, skin colours, flags of letters and of tags, keycaps. */
const EMOJI = "🐱 🦊 👩🏽‍🚀 👨‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 🇯🇵🇧🇷 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿 1️⃣ #️⃣ ❤️ ❤ ❤︎ ☕ ✈️ 👍🏿 🫱🏻‍🫲🏾 🐻‍❄️ 🧑🏾‍🦽‍➡️".split(" ");

/** Characters that nobody sees or that stand above others, and what an address has to escape. */
const MARKS = [
  ..."\u0301 \u0308 \u0323\u0302 \u0327 \u0345 \u0489 \u200b \u200c \u200d \u2060 \ufeff \u00ad \u202e \u2066 \ufe0e"
    .split(" "),
  ..."\u0654 \u094d\u200d \u0e38 \u1100\u1161 \u3099 \u{e0061} \u{e007f} \u{e0100}".split(" "),
];
const SIGNS =
  "+ , : ; ? # % %41 & &amp; = / \\ \" ' < > [ ] { } | ^ ` ~ @ ! $ * ( ) . .. .png .svg - _ 0 007 1e3 -1 null".split(
    " ",
  );
const BLANKS = [" ", "  ", "\t", "\u00a0", "\u3000", "\u2009"];

/** Returns so many different names. */
export function createNames(count: number): string[] {
  const random = createRandom(count);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)]!;
  const join = (...parts: string[]) => parts.join("");
  const forms: (() => string)[] = [
    () => pick(WORDS),
    () => join(pick(WORDS), pick(BLANKS), pick(WORDS)),
    () => join(pick(WORDS).toUpperCase(), pick(BLANKS), pick(WORDS).toLowerCase()),
    () => join(pick(WORDS), ".", pick(WORDS), "@example.org"),
    () => join("user", String(Math.floor(random() * 10_000))),
    () => join(pick(WORDS), pick(MARKS), pick(WORDS), pick(MARKS)),
    () => join(pick(WORDS), pick(BLANKS), pick(EMOJI)),
    () => join(pick(EMOJI), pick(EMOJI)),
    () => join(pick(EMOJI), "\u200d", pick(EMOJI), pick(MARKS)),
    () => join(pick(WORDS), pick(SIGNS), pick(WORDS)),
    () => join(pick(SIGNS), pick(SIGNS), pick(BLANKS), pick(WORDS)),
    () => join(pick(BLANKS), pick(WORDS), pick(BLANKS)),
    () => join(pick(WORDS).normalize("NFD"), pick(BLANKS), pick(WORDS).normalize("NFD")),
    () => pick(WORDS).repeat(8),
  ];
  const names = new Set<string>();
  for (let i = 0; names.size < count; i++) names.add(Array.from(forms[i % forms.length]!()).slice(0, 64).join(""));
  return [...names];
}

/** Returns numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
