import type { JSX } from "preact";
import { asset } from "fresh/runtime";
import { toNamedPath } from "@/lib/content/named/named_animal.ts";
import { toSentence } from "@/lib/content/named/terminal.ts";
import { DEFAULT_VARIANT, toQuery } from "@/lib/content/drawings/variant.ts";
import { PITCH } from "@/lib/endpoints/pitch.ts";
import { ORIGIN_MARK } from "@/lib/page/layout/rendered_text.ts";
import { CreditLine } from "@/lib/page/parts/CreditLine.tsx";
import { Downloads } from "@/lib/page/parts/Downloads.tsx";
import { NAME_FIELD } from "@/lib/page/parts/name_field.ts";
import type { ShownAnimal } from "@/lib/page/parts/shown_animal.ts";
import type { PageModel } from "@/lib/page/landing/page_model.ts";
import { Choices } from "@/lib/page/parts/Parameters.tsx";
import { AnimalPicture } from "@/lib/page/landing/AnimalPicture.tsx";
import { PictureOptions } from "@/lib/page/parts/PictureOptions.tsx";
import { PLACEHOLDER } from "@/lib/page/landing/shown_animals.ts";
import { Snippet } from "@/lib/page/parts/Snippet.tsx";
import { UserCode } from "@/lib/page/parts/UserCode.tsx";
import { drawWall, toDataUrl } from "@/lib/page/landing/wall.ts";
import { type SnippetRequest, toNamedAlt } from "@/static/snippets.js";

/** The first screen: a name, the animal that belongs to it, some others, and the code that gets it. */
export function Hero({ endpoints, animals, drawsAnimals }: PageModel): JSX.Element {
  const endpoint = endpoints.find(({ id }) => id === "v2-random-animal")!;
  const [animal = PLACEHOLDER, ...others] = animals;
  const path = toNamedPath(animal.kind, animal.name);
  return (
    <form
      class="hero"
      id="meet"
      data-path={endpoint.path}
      data-module={drawsAnimals ? asset("/animals.js") : undefined}
      action={`/${animal.kind}`}
      autocomplete="off"
    >
      <div class="pitch">
        <h1>{PITCH}</h1>
        <p class="lead">
          Every name has its own, at its own address: for avatars, placeholders, bots and READMEs.{" "}
          <span>No key, no sign-up, and any origin may call.</span>
        </p>
        <div class="name">
          <label for="meet-name" class="unseen">Name</label>
          <input
            id="meet-name"
            {...NAME_FIELD}
            // A group has many names.
            maxlength={undefined}
            value={animal.name}
            placeholder="anyone"
            spellcheck={false}
          />
          <noscript>
            <button type="submit" class="button">Meet</button>
          </noscript>
          <a class="dice" href={`/${animal.kind}`} data-meet title="Another one" aria-label="Another one">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M8 2h8q6 0 6 6v8q0 6-6 6H8q-6 0-6-6V8q0-6 6-6zM8 8h0m8 0h0m-4 4h0m-4 4h0m8 0h0" />
            </svg>
          </a>
        </div>
        <p class="note" role="status">
          A plus makes a child, <a href="/cat/Ada,Grace,dog:Rex">commas make a group</a>.
        </p>
        <Choices
          endpoint={endpoint}
          parameter={endpoint.parameters[0]!}
          current={animal.kind}
          toHref={(kind) => toNamedPath(kind, animal.name)}
        />
      </div>
      <div class="stand">
        <AnimalPicture animal={animal} isLiving alt={animal.alt} fetchpriority="high" data-animal />
        <p class="caption" role="status" data-caption>
          <b dir="auto">
            <a href={path}>{animal.name}</a>
          </b>
          {toSentence("", animal.alt)} {animal.credit && <CreditLine {...animal.credit} />}
        </p>
        <div class="wall">
          <img src={toDataUrl(drawWall(others))} alt="" width={512 * others.length} height={512} />
          <ul class="tiles" aria-label="Animals of other names">
            {others.map((each) => <Tile key={each.name} {...each} />)}
          </ul>
        </div>
      </div>
      <div class="use">
        {animal.isDrawn && <PictureOptions variant={DEFAULT_VARIANT} toHref={(variant) => path + toQuery(variant)} />}
        <UserCode start={`${ORIGIN_MARK}/${animal.kind}/`} query="" name={animal.name}>
          <Snippet request={toRequest(animal)} />
        </UserCode>
        <Downloads {...animal}>
          {animal.isDrawn && (
            <button type="button" class="copy" data-still data-js hidden aria-pressed="false">Still</button>
          )} <button type="button" class="copy" data-copy-address data-js hidden>Copy link</button>
        </Downloads>
      </div>
    </form>
  );
}

/** Returns what the code gets. */
function toRequest(animal: ShownAnimal): SnippetRequest {
  const { kind, name, path, isDrawn, alt } = animal;
  const address = ORIGIN_MARK + toNamedPath(kind, name);
  return {
    url: isDrawn ? `${address}.png` : `${ORIGIN_MARK}/api/v2/random/animal/${kind}?seed=${name}&format=image`,
    terminalUrl: isDrawn ? address : undefined,
    returns: "image",
    alt: toNamedAlt(name, alt),
    file: name.toLowerCase() + /\.\w+$/.exec(path)?.[0],
  };
}

/** A link on the wall, which shows its drawing. */
function Tile({ name, kind, path, svg, alt, credit }: ShownAnimal): JSX.Element {
  // Selecting the tile shows the photograph with a visible credit.
  const title = credit && `${credit.author}, ${credit.license}`;
  return (
    <li>
      <a href={toNamedPath(kind, name)} data-meet title={title}>
        <span class="unseen">{`${name}, ${alt}`}</span>
        {svg === undefined && <img src={path} alt="" width={512} height={512} />}
      </a>
      {" "}
    </li>
  );
}
