import { type Group, GROUPS } from "@/lib/endpoints/endpoint.ts";

/** For whom a page of the documentation is. */
export type Audience = "callers" | "operators" | "developers";

/** A page of the documentation at `/docs/{page}`, which shows `docs/{page}.md`. */
export interface DocumentPage {
  readonly title: string;
  readonly audience: Audience;
  /** The endpoints whose cards follow the text. */
  readonly group?: Group;
}

/** The pages of the documentation, in their order. Other files, such as decisions, are for readers of the code. */
export const DOCUMENTS: Readonly<Record<string, DocumentPage>> = {
  animals: { title: GROUPS.animals, audience: "callers", group: "animals" },
  filters: { title: GROUPS.filters, audience: "callers", group: "filters" },
  text: { title: GROUPS.text, audience: "callers", group: "text" },
  lists: { title: GROUPS.lists, audience: "callers", group: "lists" },
  launcher: { title: GROUPS.launcher, audience: "callers", group: "launcher" },
  service: { title: GROUPS.service, audience: "callers", group: "service" },
  bots: { title: "Bots", audience: "callers" },
  statuses: { title: "Statuses", audience: "callers" },
  "self-hosting": { title: "Self-hosting", audience: "operators" },
  settings: { title: "Settings", audience: "operators" },
  operating: { title: "Operating", audience: "operators" },
  security: { title: "Security", audience: "operators" },
  caching: { title: "Caches in front", audience: "operators" },
  fleet: { title: "Several instances", audience: "operators" },
  "deno-deploy": { title: "Deno Deploy", audience: "operators" },
  upgrading: { title: "Upgrading", audience: "operators" },
  architecture: { title: "Architecture", audience: "developers" },
};
