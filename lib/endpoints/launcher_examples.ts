// The responses of the v5 endpoints to their example requests, taken from the shipped sample data and shortened.

const VERSION = { version: "7.7.0", beta: false, releaseDate: "2026-10-02T12:10:00Z" };

const RELEASE = {
  ...VERSION,
  size: 51228672,
  sha256: "a1945cfe8be99cabb80b1a30981f092b9b2ce0e25fad28a56e466e58dcebb1e9",
  url: "https://downloads.example.com/launcher-setup-7.7.0.exe",
  notes: "The launcher starts without a network and says what it could not check.",
};

/** `stats/downloads` */
export const DOWNLOADS_EXAMPLE = {
  total: 46_264,
  applications: {
    launcher: { total: 38_262, versions: [{ version: "7.7.0", downloads: 38_262 }] },
    reshade: { total: 5002, versions: [{ version: "6.3.0", downloads: 5002 }] },
    fpsUnlocker: { total: 3000, versions: [{ version: "3.0.0", downloads: 3000 }] },
  },
  daily: [{ date: "2026-11-12", downloads: 1280 }, { date: "2026-11-13", downloads: 1581 }],
  asOf: "2026-11-14T00:00:00Z",
};

/** `launcher/updates?version=7.5.0` */
export const UPDATES_EXAMPLE = {
  channel: "stable",
  current: "7.5.0",
  updateAvailable: true,
  mandatory: false,
  rollback: false,
  minimumSupported: "7.4.0",
  latest: RELEASE,
  updates: [RELEASE],
};

/** `launcher/news?limit=3` */
export const NEWS_EXAMPLE = {
  news: [{
    id: "7-7-0",
    title: "Version 7.7 starts without a network",
    summary: "The launcher opens at once, checks what it can, and says plainly what it could not check.",
    date: "2026-10-02T18:00:00Z",
    url: "https://www.example.com/news/7-7-0",
    important: false,
  }],
  total: 14,
};

/** `version/app/launcher` */
export const APPLICATION_EXAMPLE = {
  launcher: { ...VERSION, size: 51228672 },
};

/** `version/app/launcher/resources` */
export const RESOURCES_EXAMPLE = {
  message: "7.7.0",
  date: "2026-10-02T12:10:00Z",
  resources: {
    ...VERSION,
    size: 186122240,
    sha256: "0a5b42878f86ba4e6623d3a097aa852aee31557c216d319642524ac7b2542ced",
    url: "https://downloads.example.com/resources-7.7.0.zip",
  },
};

/** `version/tier/2` */
export const TIER_EXAMPLE = {
  tier: {
    id: 2,
    name: "Favorite",
    benefits: [{
      id: "shader-pack",
      name: "Extra shaders",
      description: "Eighteen shaders that the free download leaves out.",
      version: "2.1.0",
      releaseDate: "2026-07-10T16:00:00Z",
    }],
  },
};
