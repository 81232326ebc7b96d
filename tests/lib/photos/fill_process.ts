// Fills a folder in a process of its own, which a test can kill: deno run -A fill_process.ts <api> <folder> <count> <ms>
import { setTimeout } from "node:timers/promises";
import { FAMILIES } from "@/lib/photos/candidate.ts";
import { createClient } from "@/lib/photos/client.ts";
import { fillGallery } from "@/lib/photos/fill.ts";
import { withGallery } from "@/lib/photos/gallery.ts";

const [api = "", folder = "", count, intervalMs] = Deno.args;
const wait = (ms: number) => setTimeout(ms);
const get = createClient({ api, contact: "me@paw.example", intervalMs: Number(intervalMs), wait });
const options = { get, count: Number(count), categories: ["Cats"], families: FAMILIES, onAdded: () => {} };
await withGallery(folder, (gallery) => fillGallery(gallery, options));
