import { FILTERS } from "@pawkit/images";
import type { JSX } from "preact";
import { type Group, POLICY } from "@/lib/endpoints/endpoint.ts";
import type { Card, PageSection } from "@/lib/page/parts/sections.ts";
import { renderProse } from "@/lib/page/parts/text.tsx";

/** For whom a group of endpoints is. The operator's own has no box. */
const READERS: Readonly<Record<Exclude<Group, "operator">, string>> = {
  animals: "An animal for every name: for avatars, placeholders, READMEs and chats.",
  filters: `For bots and thumbnails: ${FILTERS.length} filters, alone or in a chain, for any picture.`,
  text: "For bots and greetings: answers, kaomoji and videos of cats.",
  lists: "For Pi-hole, AdGuard, uBlock Origin and DNS servers: hosts that advertise or track.",
  launcher: `For one desktop application: updates, feeds, news and statistics. ${POLICY.v5}`,
  service: "For programs that look after themselves: versions, health, logs, OpenAPI.",
};

/** What the page of a group has besides its endpoints: the anchor of version 3, the title and the anchor there. */
const MORE: { readonly [group in Group]?: readonly (readonly [id: string, title: string, anchor: string])[] } = {
  lists: [["lookup", "Why is this name blocked?", "lookup"]],
  service: [
    ["errors", "Errors", "errors"],
    ["limits", "Limits", "limits"],
    ["policy", "Policy", "policy"],
    ["privacy", "Privacy", "privacy"],
    ["versioning", "Versions", "versions"],
  ],
};

/** A box with every endpoint of a group, each linked to its card in the documentation. */
export function EndpointGroup({ id, title, cards }: PageSection): JSX.Element {
  const page = `/docs/${id}`;
  return (
    <section class="group" id={id}>
      <h3>
        <a href={page}>{title}</a>
      </h3>
      <p>{READERS[id as keyof typeof READERS]}</p>
      <ul class="rows">
        {cards.map((card) => <Row key={card.endpoint.id} page={page} {...card} />)}
      </ul>
      {MORE[id] && (
        <p class="rows more">
          {MORE[id].map(([id, title, anchor]) => (
            <>
              <a key={id} id={id} href={`${page}#${anchor}`}>{title}</a>
              {" "}
            </>
          ))}
        </p>
      )}
    </section>
  );
}

function Row({ page, endpoint, v1Endpoint }: Card & { readonly page: string }): JSX.Element {
  const { id, path, summary, upload } = endpoint;
  return (
    <li id={id}>
      <a href={`${page}#${id}`}>
        <small class="method">{upload ? "GET POST" : "GET"}</small> <code>{path}</code>
      </a>{" "}
      {renderProse(toShortSummary(summary))}
      {v1Endpoint && (
        <>
          {" "}
          <a class="note" id={v1Endpoint.id} href={`${page}#${v1Endpoint.id}`}>
            v1: <code>{v1Endpoint.path}</code>
          </a>
        </>
      )}
    </li>
  );
}

/** Returns a summary without its verb, which is the same in every row. */
function toShortSummary(summary: string): string {
  const rest = summary.replace(/^Returns /, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
