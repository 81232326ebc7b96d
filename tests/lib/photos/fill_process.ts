// Fills a folder in a process that a test can kill: deno run -A fill_process.ts <api> <folder> <count> <factor>
import { setTimeout } from "node:timers/promises";
import { LICENSE_FAMILIES } from "@/lib/photos/candidate.ts";
import { createClient } from "@/lib/photos/commons.ts";
import { fillGallery } from "@/lib/photos/fill.ts";
import { withGallery } from "@/lib/photos/gallery.ts";

const [api = "", folder = "", count, factor] = Deno.args;
// Rounded up: timers ignore fractions of a millisecond.
const wait = (ms: number) => setTimeout(Math.ceil(ms * Number(factor)));
const get = createClient({ api, contact: "me@paw.example", wait });
const options = { get, count: Number(count), categories: ["Cats"], license: [...LICENSE_FAMILIES], onAdded: () => {} };
await withGallery(folder, (gallery) => fillGallery(gallery, options));
