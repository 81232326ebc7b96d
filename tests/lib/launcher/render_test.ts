import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { documentSchema } from "@/lib/launcher/document.ts";
import { APPLICATIONS } from "@/lib/launcher/names.ts";
import { type LauncherAnswers, renderAnswers } from "@/lib/launcher/render.ts";
import { FRESH, makeDocument, makeQuestion, makeRelease, makeSample, STALE } from "./fixtures.ts";

Deno.test("renderAnswers() gives totals that are the sums of their parts", async () => {
  const answer = JSON.parse((await renderSample()).downloads.body);
  let total = 0;
  for (const name of APPLICATIONS) {
    let sum = 0;
    for (const { downloads } of answer.applications[name].versions) sum += downloads;
    assertEquals(answer.applications[name].total, sum);
    total += sum;
  }
  let byDay = 0;
  for (const { downloads } of answer.daily) byDay += downloads;
  assertEquals([answer.total, byDay], [total, total]);
});

Deno.test("renderAnswers() counts a withdrawn release and does not offer it", async () => {
  const releases = [makeRelease("1.0.0", { downloads: 5 }), makeRelease("1.1.0", { downloads: 7, withdrawn: true })];
  const answers = await renderAnswers(makeDocument(releases), FRESH);
  assertEquals(JSON.parse(answers.downloads.body).total, 12);
  assertEquals(JSON.parse(answers.applications.launcher?.body ?? "").launcher.version, "1.0.0");
});

Deno.test("renderAnswers() shows the newest stable version by precedence, and a beta only where there is no other", async () => {
  const version = async (...versions: string[]) => {
    const answers = await renderAnswers(makeDocument(versions.map((each) => makeRelease(each))), FRESH);
    return JSON.parse(answers.applications.launcher?.body ?? "").launcher.version;
  };
  assertEquals(await version("1.9.0", "1.10.0", "2.0.0-rc.1"), "1.10.0");
  assertEquals(await version("2.0.0-beta.2", "2.0.0-rc.1", "2.0.0-beta.11"), "2.0.0-rc.1");
});

Deno.test("renderAnswers() has nothing for an application without a release", async () => {
  const answers = await renderAnswers(makeDocument([]), FRESH);
  assertEquals(answers.applications, { launcher: undefined, reshade: undefined, fpsUnlocker: undefined });
  assertEquals(answers.resources, undefined);
  assertEquals(JSON.parse(answers.downloads.body).applications.launcher, { total: 0, versions: [] });
});

Deno.test("renderAnswers() lists days in order, however they were written", async () => {
  const daily = ["2026-01-03", "2026-01-01", "2026-01-02"].map((date) => ({ date, downloads: 0 }));
  const answers = await renderAnswers({ ...makeDocument([]), daily }, FRESH);
  const dates = JSON.parse(answers.downloads.body).daily.map(({ date }: { date: string }) => date);
  assertEquals(dates, ["2026-01-01", "2026-01-02", "2026-01-03"]);
});

Deno.test("renderAnswers() gives the same data the same tags and says stale in every answer when they are old", async () => {
  const [fresh, again, stale] = [await renderSample(), await renderSample(), await renderSample(STALE)];
  assertEquals(listAll(again), listAll(fresh));
  for (const [i, { body, etag }] of listAll(stale).entries()) {
    const { stale: isStale, asOf } = JSON.parse(body);
    assertEquals([isStale, asOf], [true, STALE.asOf]);
    assertNotEquals(etag, listAll(fresh)[i]?.etag);
    assert(!("stale" in JSON.parse(listAll(fresh)[i]?.body ?? "")));
  }
});

async function renderSample(freshness = FRESH): Promise<LauncherAnswers> {
  return await renderAnswers(documentSchema.parse(makeSample()), freshness);
}

function listAll({ downloads, updates, news, applications, resources, tiers }: LauncherAnswers) {
  const all = [downloads, updates(makeQuestion()), updates(makeQuestion("?channel=beta")), news(makeQuestion())];
  return [...all, ...Object.values(applications), resources, ...Object.values(tiers)].filter((each) =>
    each !== undefined
  );
}
