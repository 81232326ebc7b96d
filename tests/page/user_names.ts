/** Names that mean something else in an address, if they are not encoded. */
export const NAMES: readonly string[] = [
  "Ada Lovelace",
  "a+b",
  "a,b",
  "a/b",
  "cat:Ada",
  "100%",
  "it's",
  "50 % Ünal",
  "?#&=",
];

/** The pictures that the code of the tests shows. */
export const PICTURES = {
  start: "https://pawkit.example/cat/",
  end: ".svg?view=face&motion=on",
  width: 512,
  height: 512,
} as const;

/** Returns the address of a name, in which each byte but the unreserved ones of RFC 3986 and `!'()*` is an escape. */
export function toExpected(name: string): string {
  const bytes = Array.from(new TextEncoder().encode(name));
  const encoded = bytes.map((byte) => {
    const character = String.fromCharCode(byte);
    return /[\w.~!'()*-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  });
  return PICTURES.start + encoded.join("") + PICTURES.end;
}
