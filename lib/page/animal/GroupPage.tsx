import { asset } from "fresh/runtime";
import { Fragment, h, type JSX } from "preact";
import type { AnimalKind } from "@pawkit/animals";
import { toGrid } from "@pawkit/animals/group";
import { MAX_MEMBERS, type NamedPath, toPath } from "@/lib/content/named/named_path.ts";
import { toNamedPath } from "@/lib/content/named/named_animal.ts";
import { GROUP_PARAMETERS, PREVIEW } from "@/lib/content/parameters.ts";
import { toSentence } from "@/lib/content/named/terminal.ts";
import { DEFAULT_SIZE, type PictureVariant, resize, toQuery, toVector } from "@/lib/content/drawings/variant.ts";
import { findKinds } from "@/lib/content/drawings/wishes.ts";
import { AddForm } from "@/lib/page/animal/AddForm.tsx";
import { Embed } from "@/lib/page/animal/Embed.tsx";
import { KindSelect } from "@/lib/page/animal/KindSelect.tsx";
import { CreditLine } from "@/lib/page/parts/CreditLine.tsx";
import { PictureLinks } from "@/lib/page/parts/Downloads.tsx";
import type { ShownAnimal } from "@/lib/page/parts/shown_animal.ts";
import { PictureOptions } from "@/lib/page/parts/PictureOptions.tsx";
import { PreviewHead } from "@/lib/page/animal/PreviewHead.tsx";
import { ShareButtons } from "@/lib/page/animal/ShareButtons.tsx";
import { MAX_LARGE_CHARACTERS, showName } from "@/lib/page/parts/show_name.ts";
import { type FooterLinks, Site } from "@/lib/page/layout/Site.tsx";

/** Joins names to a list in English: `Ada, Grace and Rex`. */
const NAME_LIST = new Intl.ListFormat("en-GB", { type: "conjunction" });

const { max: MAX_SIZE, fallback: SIZE } = GROUP_PARAMETERS.size;

/** The side of a tile on the page, if there is space. The SVG is sharp at any size. */
const SHOWN_SIZE = 384;

/** What the page of a group shows. */
interface GroupPageProps extends Pick<NamedPath, "kind"> {
  readonly origin: string;
  readonly links: FooterLinks;
  readonly members: readonly ShownMember[];
  /** How each of them is drawn. */
  readonly variant: PictureVariant;
}

/** One animal of a group. */
type ShownMember = ShownAnimal & Pick<NamedPath, "kind">;

/** The page of a group, whose address people share. */
export function GroupPage({ origin, links, kind, members, variant }: GroupPageProps): JSX.Element {
  const path = toPath({ kind, animals: members });
  const names = members.map(({ name }) => showName(name));
  const title = NAME_LIST.format(names);
  const { columns, rows } = toGrid(members.length);
  const isDrawn = members.every((member) => member.isDrawn);
  const kinds = findKinds(variant);
  const large = variant.size === SIZE ? resize(variant, MAX_SIZE) : variant;
  return (
    <Site class="animal group" links={links}>
      <GroupHead origin={origin} kind={kind} members={members} variant={variant} />
      {isDrawn && (
        <img
          class="portrait"
          src={`${path}.svg${toQuery(toVector(variant))}`}
          alt={title}
          width={columns * SHOWN_SIZE}
          height={rows * SHOWN_SIZE}
          fetchpriority="high"
          data-picture
        />
      )}
      <h1 class={title.length > MAX_LARGE_CHARACTERS ? "long" : undefined}>{renderNames(names)}</h1>
      <div>
        {isDrawn && (
          <PictureOptions
            variant={variant}
            sizes={GROUP_PARAMETERS.size}
            toHref={(each) => path + toQuery(each, SIZE)}
          />
        )}
        <p class="more">
          <ShareButtons />
        </p>
        {isDrawn && (
          <p class="downloads">
            <PictureLinks
              path={path}
              toQuery={(type) => type === "svg" ? toQuery(toVector(variant)) : toQuery(large, SIZE)}
            />
          </p>
        )}
      </div>
      <div>
        <ul class="members" data-path={path} data-kind={kind}>
          {members.map((member, index) => (
            <Member
              key={index}
              {...member}
              id={`kind-${index}`}
              kinds={kinds}
              hasPicture={!isDrawn}
              others={toAddress({ kind, members: members.toSpliced(index, 1), variant })}
            />
          ))}
        </ul>
        <AddForm kind={kind} count={members.length} kinds={kinds} />
        <p class="note">
          Up to {MAX_MEMBERS} names with commas between them are a group. <code>dog:Rex</code> is a dog,{" "}
          <code>Ada+Grace</code> is the child of two.
        </p>
      </div>
      {isDrawn && <Embed url={origin + path} variant={variant} fallback={SIZE} grid={{ columns, rows }} alt={title} />}
    </Site>
  );
}

/** Returns the address of some animals: that of their group, or of the only one. */
function toAddress({ kind, members, variant }: Omit<GroupPageProps, "origin" | "links">): string {
  const [only, ...others] = members;
  if (only === undefined || others.length > 0) return toPath({ kind, animals: members }) + toQuery(variant, SIZE);
  // Alone, it has the usual size of one.
  const alone = variant.size === SIZE ? resize(variant, DEFAULT_SIZE) : variant;
  return toNamedPath(only.kind, only.name, only.parents) + toQuery(alone);
}

/** How an animal of the group is listed. */
interface MemberProps extends ShownMember {
  /** The id of the choice of its kind. */
  readonly id: string;
  /** The kinds that can look like the group. */
  readonly kinds: readonly AnimalKind[];
  readonly hasPicture: boolean;
  /** The address of the others. */
  readonly others: string;
}

/**
 * One animal of the group, with links to its own page and to the group without it. static/group.js makes it another
 * kind. Its picture is shown if the group has none.
 */
function Member(
  { id, kind, kinds, name, parents, path, thumbnail, alt, credit, hasPicture, others }: MemberProps,
): JSX.Element {
  const shown = showName(name);
  return (
    <li>
      <p>
        <a href={toNamedPath(kind, name, parents)}>
          {hasPicture && path.startsWith("/") && <img src={thumbnail} alt="" width={96} height={96} />}
          <bdi>{shown}</bdi>
        </a>{" "}
        <KindSelect id={id} kinds={kinds} chosen={kind} aria-label={`Kind of ${shown}`} data-js hidden />
      </p>
      <a class="copy" href={others}>
        Remove{" "}
        <span class="unseen">
          <bdi>{shown}</bdi>
        </span>
      </a>
      <p class="note">
        {alt} {credit && <CreditLine {...credit} />}
      </p>
    </li>
  );
}

/** Its title and link preview, which needs absolute addresses. */
function GroupHead({ origin, kind, members, variant }: Omit<GroupPageProps, "links">): JSX.Element {
  const title = NAME_LIST.format(members.map(({ name }) => showName(name)));
  const description = members.map(({ name, alt }) => toSentence(showName(name), alt)).join(" ");
  const url = origin + toPath({ kind, animals: members });
  const { columns, rows } = toGrid(members.length);
  // As wide as other previews, if tiles can be so large: programs show narrow pictures small.
  const size = Math.min(Math.floor(PREVIEW.width / columns), MAX_SIZE);
  const image = {
    "og:image": `${url}.png${toQuery(resize(variant, size), SIZE)}`,
    "og:image:width": String(columns * size),
    "og:image:height": String(rows * size),
    "og:image:alt": title,
  };
  return (
    <PreviewHead
      title={title}
      description={description}
      url={url + toQuery(variant, SIZE)}
      image={members.every(({ isDrawn }) => isDrawn) ? image : {}}
      script="/group.js"
    >
      <link key="group" rel="stylesheet" href={asset("/group.css")} />
      <link rel="modulepreload" href="/animal.js" />
      <link rel="modulepreload" href="/dress_up.js" />
    </PreviewHead>
  );
}

/** Renders a list of names, each in its own direction of writing. */
function renderNames(names: readonly string[]): JSX.Element {
  // Not as JSX, because precompiled templates escape the texts in a list twice.
  const parts = NAME_LIST.formatToParts(names).map(({ type, value }, index) => {
    return type === "element" ? h("bdi", { key: index }, value) : value;
  });
  return h(Fragment, null, parts);
}
