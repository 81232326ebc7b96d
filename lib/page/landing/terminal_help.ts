import { ANIMALS } from "@pawkit/animals";
import { PITCH } from "@/lib/endpoints/pitch.ts";

/** Returns what the landing page is in a terminal: what the service does, and calls that work as they are. */
export function renderTerminalHelp(origin: string): string {
  return `${PITCH} Pawkit also filters pictures, and needs no key.

curl ${origin}/cat/Ada  # Ada's cat, right here; the kinds are ${ANIMALS.join(", ")}
curl "${origin}/cat/Ada?columns=60&colors=256"  # wider, and with fewer colours for older terminals
curl -O ${origin}/cat/Ada.png  # her picture
curl "${origin}/api/v2/random/kaomoji/owo?format=text"  # random text; without format it is JSON
curl -o blurred.png "${origin}/api/v2/filter/blur?image=/cat/Ada.png"  # a filter; image is any URL

Every endpoint: ${origin}/llms.txt, or ${origin}/ in a browser.
`;
}
