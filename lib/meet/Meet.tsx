import { KINDS } from "@pawkit/animals";
import { asset } from "fresh/runtime";
import type { ComponentChildren, VNode } from "preact";
import { Chips, Choices } from "@/lib/meet/Choices.tsx";
import { describe, isMoving, type Look, toQuery } from "@/lib/meet/look.ts";
import { type Address, type Named, toName, toPath, toTyped } from "@/lib/meet/names.ts";
import { toDimensions } from "@/lib/meet/pictures.ts";
import { toSentence } from "@/lib/meet/text.ts";
import { toCopiedAddress, toHtmlPicture, toMarkdownPicture, toUserCode } from "@/lib/meet/user_code.ts";
import { Code } from "@/lib/util/Code.tsx";

/** The animals of an address, and how they are shown. */
export interface MeetProps {
  readonly address: Address;
  readonly look: Look;
  readonly origin: string;
}

/**
 * One form with a name, its animal, the choices and the code. Sending the form leads to the address of an animal. With
 * the script, the form changes in place instead. Without children, the headline is the names of the animals.
 */
export function Meet({ children, ...props }: MeetProps & { readonly children?: ComponentChildren }): VNode {
  const { kind, animals } = props.address;
  return (
    <>
      <form class="meet" id="meet" action="/random" autocomplete="off">
        <div class="ask">
          <div data-keep={children && ""}>{children ?? <h1>{animals.map(toName).join(", ")}</h1>}</div>
          <p class="name">
            <input
              name="name"
              value={toTyped(props.address)}
              aria-label="Name"
              placeholder="Anyone"
              maxLength={1000}
              spellcheck={false}
            />
            <a
              class="button quiet"
              href={`/${kind}`}
              aria-label={`A random ${kind}`}
              title={`A random ${kind}`}
            >
              <Die />
            </a>
            <button type="submit">Meet</button>
          </p>
          <p class="hint">A plus makes a child, commas make a group.</p>
          <output id="wrong" />
          <Chips name="kind" label="Kind" values={KINDS.map((each) => [each, each])} chosen={kind} />
        </div>
        <div class="dress">
          <Portrait {...props} />
          <Choices {...props} />
        </div>
        <Uses {...props} />
      </form>
      <script type="module" src={asset("/meet.js")} />
    </>
  );
}

/** Returns the address of a picture. An SVG moves if the picture on the page moves. */
function toPictureAddress(address: Address, look: Look, extension: string): string {
  const motion = extension === "svg" && isMoving(address, look) ? "on" : undefined;
  return `${toPath(address.kind, address.animals)}.${extension}${toQuery({ ...look, motion })}`;
}

/** The picture, a sentence about it, and links to other animals. */
function Portrait({ address, look }: MeetProps): VNode {
  const { kind, animals } = address;
  const [first] = animals as [Named];
  const query = toQuery(look);
  const { parents = [] } = describe(first, look);
  return (
    <figure>
      <img
        src={toPictureAddress(address, look, "svg")}
        alt={animals.map((each) => describe(each, look).alt).join("; ")}
        {...toDimensions(address, look)}
        data-of="picture"
      />
      <figcaption>
        {animals.length === 1 ? <p>{toSentence(first, look)}</p> : (
          <div class="members">
            {animals.map((each, index) => (
              <p key={index}>
                <a href={toPath(each.kind, [each]) + query}>{toName(each)}</a>
                {toSentence(each, look).slice(toName(each).length)}{" "}
                <a href={toPath(kind, animals.toSpliced(index, 1)) + query} aria-label={`Remove ${toName(each)}`}>
                  Remove
                </a>
              </p>
            ))}
          </div>
        )}
        {animals.length === 1 && first.names.length === 2 && (
          <p class="parents">
            {first.names.map((name) => <ParentLink key={name} kind={first.kind} names={[name]} />)}
            <span>{toInheritance(parents)}</span>
          </p>
        )}
        <Tries {...first} />
      </figcaption>
    </figure>
  );
}

function ParentLink(animal: Named): VNode {
  const path = toPath(animal.kind, [animal]);
  return (
    <a href={path}>
      <img src={`${path}.svg?view=face`} alt="" width="56" height="56" />
      {toName(animal)}
    </a>
  );
}

/** Returns which traits come from which parent: `It has Ada's pattern and mood, Grace's coat.` */
function toInheritance(parents: readonly { readonly name: string; readonly traits: readonly string[] }[]): string {
  const list = new Intl.ListFormat("en-GB");
  const shares = parents.filter(({ traits }) => traits.length > 0).map(({ name, traits }) =>
    `${name}'s ${list.format(traits.map((trait) => trait === "wears" ? "accessory" : trait))}`
  );
  return shares.length === 0 ? "" : `It has ${shares.join(", ")}.`;
}

/** Five links that show what an address can do, with the name of this animal. */
function Tries({ kind, names: [name] }: Named): VNode {
  const mate = name.toLowerCase() === "grace" ? "Ada" : "Grace";
  const rex: Named = { kind: kind === "dog" ? "cat" : "dog", names: ["Rex"] };
  const own: Named = { kind, names: [name] };
  const path = toPath(kind, [own]);
  const child = toPath(kind, [{ kind, names: [name, mate] }]);
  const moving = `${path}.svg?view=face&motion=on`;
  const tries: [text: string, href: string, ...faces: string[]][] = [
    ["child", child, `${child}.svg?view=face`],
    ["group", toPath(kind, [own, rex]), moving, `${toPath(rex.kind, [rex])}.svg?view=face`],
    ["dressed", `${path}?wears=crown`, `${path}.svg?view=face&wears=crown`],
    ["moving", `${path}?motion=on`, moving],
    ["status", "/docs#every-status", "/404.svg"],
  ];
  return (
    <nav class="tries" aria-label="Try">
      {tries.map(([text, href, ...faces]) => (
        <a key={text} href={href}>
          <span>{faces.map((face) => <img key={face} src={face} alt="" width="64" height="64" />)}</span>
          {text}
        </a>
      ))}
    </nav>
  );
}

/** The code that shows this animal elsewhere, and the code that shows an animal for each user. */
function Uses({ address, look, origin }: MeetProps): VNode {
  const { kind, animals } = address;
  const name = animals.map(toName).join(", ");
  const { width, height } = toDimensions(address, look);
  const extension = isMoving(address, look) ? "svg" : "png";
  const toAddress = (path: string) => toCopiedAddress(origin + path);
  const alt = animals.length === 1 ? toSentence(animals[0]!, look) : name;
  const picture = { src: toAddress(toPictureAddress(address, look, extension)), width, height, alt };
  const page = toPath(kind, animals);
  const { motion, ...still } = look;
  const codes = {
    Link: toAddress(page + toQuery({ ...still, motion: motion === "off" ? motion : undefined })),
    HTML: toHtmlPicture(picture),
    Markdown: toMarkdownPicture(picture),
    curl: `curl "${toAddress(page + toQuery(still))}"`,
  };
  const single: Address = { ...address, animals: [{ kind, names: ["A"] }] };
  // Chats show no SVG, so the pictures of users are still, unless the address says that they move.
  const avatar: Look = { ...look, view: look.view ?? "face", size: look.size ?? 128 };
  const avatarAddress = toPictureAddress(single, avatar, motion === "on" ? "svg" : "png");
  const [start = "", end = ""] = toAddress(avatarAddress).split(/(?<=\/)A(?=\.)/);
  return (
    <div class="folds use">
      <details name="use" id="use-one" open>
        <summary>For {animals.length === 1 ? name : "this group"}</summary>
        <Code codes={codes} />
        <p class="files">
          {width} × {height} px:{" "}
          {["PNG", "WebP", "JPG", "SVG"].map((each) => (
            <a key={each} href={toPictureAddress(address, look, each.toLowerCase())} download>{each}</a>
          ))}
        </p>
      </details>
      <details name="use" id="use-each">
        <summary>For each of my users</summary>
        <Code codes={toUserCode({ start, end, ...toDimensions(single, avatar) })} />
      </details>
    </div>
  );
}

function Die(): VNode {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" fill="none" stroke="currentColor">
      <rect x="3" y="3" width="18" height="18" rx="4" stroke-width="2" />
      <path d="M8 8h0m8 0h0m-4 4h0m-4 4h0m8 0h0" stroke-width="3" stroke-linecap="round" />
    </svg>
  );
}
