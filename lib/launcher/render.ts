import { type LauncherDocument, sumDownloads } from "@/lib/launcher/document.ts";
import { type Application, APPLICATIONS, type TierId, TIERS } from "@/lib/launcher/names.ts";
import { parseNewsQuery, prepareNews } from "@/lib/launcher/news.ts";
import { type Freshness, type Question, remember, renderAnswer, type Rendered } from "@/lib/launcher/rendered.ts";
import { findLatest, toPublished } from "@/lib/launcher/releases.ts";
import { parseUpdatesQuery, prepareUpdates } from "@/lib/launcher/updates.ts";

/** Every answer of the application's API, ready to be sent. */
export interface LauncherAnswers {
  readonly downloads: Rendered;
  /** @throws {ApiError} `invalid_parameter`. */
  readonly updates: (question: Question) => Rendered;
  /** @throws {ApiError} `invalid_parameter`. */
  readonly news: (question: Question) => Rendered;
  /** `undefined` for an application without a release. */
  readonly applications: Readonly<Record<Application, Rendered | undefined>>;
  readonly resources: Rendered | undefined;
  readonly tiers: Readonly<Record<TierId, Rendered>>;
}

/** Renders a document: bytes and entity tags are made here, once per change of the data and not per request. */
export async function renderAnswers(document: LauncherDocument, freshness: Freshness): Promise<LauncherAnswers> {
  const application = (name: Application) => prepareApplication(name, document, freshness);
  const tier = (id: TierId) => renderAnswer({ tier: { id: Number(id), ...document.tiers[id] } }, freshness);
  const updates = await prepareUpdates(document, freshness);
  const news = await prepareNews(document.news, freshness);
  return {
    downloads: await renderAnswer(toDownloads(document, freshness), freshness),
    updates: remember((url) => updates(parseUpdatesQuery(url))),
    news: remember((url) => news(parseNewsQuery(url))),
    applications: {
      launcher: await application("launcher"),
      reshade: await application("reshade"),
      fpsUnlocker: await application("fpsUnlocker"),
    },
    resources: await prepareResources(document, freshness),
    tiers: { 2: await tier(TIERS[0]), 3: await tier(TIERS[1]) },
  };
}

function toDownloads({ applications, daily }: LauncherDocument, { asOf }: Freshness): object {
  const counts = APPLICATIONS.map((name) => [name, toCounts(applications[name].releases)] as const);
  return {
    total: counts.reduce((sum, [, { total }]) => sum + total, 0),
    applications: Object.fromEntries(counts),
    daily: daily.toSorted((a, b) => a.date < b.date ? -1 : 1),
    asOf,
  };
}

// Withdrawn releases were downloaded, too: without them the sum would shrink from one day to the next.
function toCounts(releases: LauncherDocument["applications"]["launcher"]["releases"]) {
  const all = toPublished(releases.map((release) => ({ ...release, withdrawn: false })));
  const versions = all.map(({ release: { version, downloads } }) => ({ version, downloads }));
  return { total: sumDownloads(versions), versions };
}

async function prepareApplication(name: Application, document: LauncherDocument, freshness: Freshness) {
  const latest = findLatest(document.applications[name].releases);
  if (latest === undefined) return undefined;
  const { version, beta, releaseDate, size } = latest;
  return await renderAnswer({ [name]: { version, beta, releaseDate, size } }, freshness);
}

async function prepareResources({ resources }: LauncherDocument, freshness: Freshness) {
  if (resources === undefined) return undefined;
  return await renderAnswer({ message: resources.version, date: resources.releaseDate, resources }, freshness);
}
