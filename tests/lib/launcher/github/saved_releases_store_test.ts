import { assert, assertEquals } from "@std/assert";
import { SavedReleasesStore } from "@/lib/launcher/github/saved_releases_store.ts";
import { makeSaved, makeStore } from "./fixtures.ts";

function makeSavedStore(text?: string) {
  const store = { ...makeStore(), text };
  const warnings: string[] = [];
  const saved = new SavedReleasesStore({ store, repository: "o/r", warn: (message) => warnings.push(message) });
  return { store, saved, warnings };
}

Deno.test("SavedReleasesStore.addSaved() returns what is saved, and nothing from an empty store", async () => {
  const releases = makeSaved({ history: [{ date: "2026-05-09", total: 3 }] });
  assertEquals(await makeSavedStore(JSON.stringify(releases)).saved.addSaved(undefined), releases);
  assertEquals(await makeSavedStore().saved.addSaved(undefined), undefined);
});

Deno.test("SavedReleasesStore saves nothing before it has read the store, or while that cannot be read", async () => {
  const { store, saved, warnings } = makeSavedStore("{");
  await saved.save(makeSaved());
  for (let i = 0; i < 2; i++) {
    assertEquals(await saved.addSaved(undefined), undefined);
    await saved.save(makeSaved());
  }
  assertEquals([store.text, warnings.length], ["{", 1]);
  store.text = JSON.stringify(makeSaved({ history: [{ date: "2026-05-09", total: 3 }] }));
  const merged = await saved.addSaved(makeSaved());
  await saved.save(merged);
  assertEquals(JSON.parse(store.text).history.length, 1);
  store.text = "{";
  await saved.addSaved(merged);
  await saved.save(merged);
  assertEquals([store.text, warnings.length], ["{", 2]);
});

Deno.test("SavedReleasesStore.addSaved() parses only a text that it has neither saved nor read before", async () => {
  const { store, saved } = makeSavedStore();
  const releases = makeSaved();
  await saved.addSaved(releases);
  await saved.save(releases);
  // What was parsed and merged would be another object.
  assert(await saved.addSaved(releases) === releases);
  store.text = JSON.stringify(makeSaved({ history: [{ date: "2026-05-09", total: 3 }] }));
  assertEquals((await saved.addSaved(releases)).history.length, 1);
  assert(await saved.addSaved(releases) === releases);
});

Deno.test("SavedReleasesStore warns once that it cannot save, and once more after it could", async () => {
  const { store, saved, warnings } = makeSavedStore();
  const { save } = store;
  await saved.addSaved(undefined);
  for (const isFull of [true, true, false, true]) {
    store.save = isFull ? () => Promise.reject(new Error("disk full")) : save;
    await saved.save(makeSaved());
  }
  assertEquals(warnings, Array(2).fill("Cannot save the releases: disk full"));
});
