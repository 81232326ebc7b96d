// What people type for what the pages call otherwise. A word that is in a text needs no line here.

/** Words that mean another word, wherever that is. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  checksum: "sha256",
  color: "colour",
  duck: "bird",
  emoji: "kaomoji",
  emoticon: "kaomoji",
  grayscale: "greyscale",
  hash: "sha256",
  image: "picture",
  kitten: "cat",
  license: "licence",
  llama: "alpaca",
  owl: "bird",
  parrot: "bird",
  penguin: "bird",
  photo: "picture",
  picture: "image",
  puppy: "dog",
  shark: "fish",
};

/** Other words for a place, by its address. */
export const OTHER_WORDS: Readonly<Record<string, string>> = {
  "/#playground": "upload photo editor",
  "/#playground?steps=flop": "mirror",
  "/#playground?steps=invert": "negative colours",
  "/#playground?steps=greyscale": "black and white bw gray monochrome",
  "/#playground?steps=resize": "thumbnail crop scale smaller",
  "/#playground?steps=tint": "color",
  "/#question-discord": "readme badge embed",
  "/docs": "manual help start",
  "/docs/animals": "deterministic same always kinds",
  "/docs/animals#from-a-picture-to-an-avatar": "round rounded corners circle crop",
  "/docs/filters#input-and-output": "animated gif animation",
  "/docs/animals#animal":
    "avatar gravatar identicon placeholder profile picture user icon default share link preview " +
    "sticker transparent family parents child download",
  "/docs/bots": "discord slack telegram",
  "/docs/filters#v2-filter": "combine chain several",
  "/docs/launcher": "auto update updater",
  "/docs/lists": "dns pihole ad blocker",
  "/docs/operating": "prometheus monitoring dashboard",
  "/docs/self-hosting#container": "docker compose",
  "/docs/self-hosting": "docker kubernetes install deploy reverse proxy nginx",
  "/docs/service": "api key token account login sign up authentication free",
  "/docs/service#healthz": "server status alive",
  "/docs/service#limit-frames-of-an-animation": "animated",
  "/docs/service#limit-requests": "rate limit quota price cost free throttled",
  "/docs/service#openapi": "swagger",
  "/docs/service#policy": "terms rules contact",
  "/docs/service#a-typed-client": "sdk library javascript python",
  "/docs/service#web-pages-of-other-origins": "cors",
  "/#question-own": "github license source",
  "/docs/text#v2-random-yt-video": "youtube",
};
