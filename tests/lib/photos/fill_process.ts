// Fills a folder in a process of its own, which a test can kill: deno run -A fill_process.ts <api> <folder> <count> <ms>
import { CommonsClient } from "@/lib/photos/client.ts";
import { fillGallery } from "@/lib/photos/fill.ts";
import { Gallery } from "@/lib/photos/gallery.ts";
import { FAMILIES } from "@/lib/photos/license.ts";

const [api = "", folder = "", count, intervalMs] = Deno.args;
const { signal } = new AbortController();
const client = new CommonsClient({ api, contact: "me@paw.example", signal, intervalMs: Number(intervalMs) });
using gallery = await Gallery.open(folder);
await fillGallery(gallery, { client, count: Number(count), categories: ["Cats"], families: FAMILIES });
