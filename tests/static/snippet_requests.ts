import type { SnippetRequest } from "@/static/snippets.js";

/** The origin of all requests. */
export const ORIGIN = "http://paw.example";
const NASTY = `it's "<&>" $HOME \`id\` \\ ü`;

/** A request of each form, some with what shells and languages interpret. */
export const REQUESTS: Record<string, SnippetRequest> = {
  json: { url: `${ORIGIN}/api/v1/uptime`, returns: "json" },
  message: { url: `${ORIGIN}/api/v2/random/kaomoji/cat?count=2&seed=a`, returns: "json", hasMessage: true },
  animal: {
    url: `${ORIGIN}/api/v2/random/animal/cat`,
    returns: "json",
    hasMessage: true,
    imageUrl: `${ORIGIN}/api/v2/random/animal/cat?format=image`,
    alt: NASTY,
  },
  image: {
    url: `${ORIGIN}/api/v2/filter/blur?image=${encodeURIComponent(NASTY)}`,
    returns: "image",
    file: `${NASTY}.png`,
  },
  text: { url: `${ORIGIN}/api/v2/random/kaomoji/cat?format=text`, returns: "text" },
  upload: { url: `${ORIGIN}/api/v2/filter/blur`, returns: "image", upload: `${NASTY}.jpg`, file: "out.jpg" },
};
