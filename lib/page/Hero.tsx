import type { JSX, RenderableProps } from "preact";
import { asset } from "fresh/runtime";
import { RESERVED_EXTENSIONS, toNamedPath } from "@/lib/content/named_animal.ts";
import { MAX_SEED_CHARACTERS, PICTURE_TYPES } from "@/lib/content/parameters.ts";
import { DEFAULT_SIZE } from "@/lib/content/variant.ts";
import type { Credit } from "@/lib/content/credits.ts";
import type { PageModel, ShownAnimal } from "@/lib/page/model.ts";
import { Choices } from "@/lib/page/Parameters.tsx";
import { AnimalPicture } from "@/lib/page/AnimalPicture.tsx";
import { PLACEHOLDER } from "@/lib/page/shown_animals.ts";
import { Snippet } from "@/lib/page/Snippet.tsx";
import { drawWall, toDataUrl } from "@/lib/page/wall.ts";

/** The sides of a picture that the pages offer. */
export const PICTURE_SIZES = [32, 64, 128, 256, 512, 1024] as const;

/** What the field of a name accepts: every name that has a page. The browser explains the others. */
export const NAME_FIELD = {
  name: "seed",
  maxlength: MAX_SEED_CHARACTERS,
  pattern: `(?!\\s*\\.{1,2}\\s*$|.*\\.(${RESERVED_EXTENSIONS.join("|")})\\s*$).*`,
  title: "Any name without an extension such as .png",
  dir: "auto",
} as const;

/** What people would not guess about names. */
export const FAMILY_HINT = "Two names with + have a child.";

/** The first screen: a name, the animal that belongs to it in front of a wall of others, and the code that gets it. */
export function Hero({ origin, endpoints, animals, drawsAnimals }: PageModel): JSX.Element {
  const endpoint = endpoints.find(({ id }) => id === "v2-random-animal")!;
  const [animal = PLACEHOLDER] = animals;
  const path = toNamedPath(animal.kind, animal.name);
  const address = origin + path;
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
        <h1>Type a name, meet your animal.</h1>
        <p class="lead">
          An HTTP API for animals and image filters.{" "}
          <span>It also has kaomoji, videos and block lists. No key, no sign-up, and any origin may call.</span>
        </p>
        <div class="name">
          <label for="meet-name" class="unseen">Name</label>
          <input
            id="meet-name"
            {...NAME_FIELD}
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
        <p class="note">{FAMILY_HINT}</p>
        <Choices
          endpoint={endpoint}
          parameter={endpoint.parameters[0]!}
          toHref={(kind) => toNamedPath(kind, animal.name)}
        />
      </div>
      <div class="stand">
        <AnimalPicture animal={animal} isLiving alt={animal.alt} fetchpriority="high" data-animal />
        <img class="wall" src={toDataUrl(drawWall(animals))} alt="" width={512} height={512} />
        <ul class="tiles" aria-label="Animals of other names">
          {animals.map((each) => <Tile key={each.name} {...each} />)}
        </ul>
      </div>
      <div class="legend">
        <p class="caption" role="status" data-caption>
          <b dir="auto">
            <a href={path}>{animal.name}</a>
          </b>{" "}
          is {animal.alt}. {animal.credit && <CreditLine {...animal.credit} />}
        </p>
        <Downloads {...animal}>
          {animal.isDrawn && <DrawingOptions />}
          <button type="button" class="copy" data-copy-address data-js hidden>Copy link</button>
        </Downloads>
      </div>
      <div class="use">
        <Snippet
          request={{
            url: animal.isDrawn
              ? `${address}.png`
              : `${origin}/api/v2/random/animal/${animal.kind}?seed=${animal.name}&format=image`,
            terminalUrl: animal.isDrawn ? address : undefined,
            returns: "image",
            alt: animal.alt,
            file: animal.name.toLowerCase() + /\.\w+$/.exec(animal.path)?.[0],
          }}
        />
        <p class="more">
          <a class="button" href="#playground">Filter a picture</a> <a href="#animals">API reference</a>
        </p>
      </div>
    </form>
  );
}

function DrawingOptions(): JSX.Element {
  return (
    <>
      <label data-js hidden>
        <span class="unseen">Size of PNG and WebP in pixels</span>
        <select name="size" disabled>
          {PICTURE_SIZES.map((size) => (
            <option key={size} value={size === DEFAULT_SIZE ? "" : size} selected={size === DEFAULT_SIZE}>
              {size} px
            </option>
          ))}
        </select>
      </label>
      <label data-js hidden>
        <input type="checkbox" name="background" value="none" /> No background
      </label>{" "}
      <label data-js hidden>
        <input type="checkbox" data-still /> Still
      </label>
    </>
  );
}

/** The author and the licence of a photograph, as in static/request.js. */
export function CreditLine({ author, license, licenseUrl, source }: Credit): JSX.Element {
  return (
    <small class="credit">
      <a href={source}>{author}</a>, <a href={licenseUrl}>{license}</a>
    </small>
  );
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

/** The pictures of an animal: a drawing in every type, with a query; a photograph as it is. */
export function Downloads(props: RenderableProps<ShownAnimal & { readonly query?: string }>): JSX.Element {
  const { kind, name, parents, path, isDrawn, query = "", children } = props;
  return (
    <p class="downloads">
      {isDrawn
        ? <PictureLinks path={toNamedPath(kind, name, parents)} query={query} />
        : <a href={path} download data-download="">Download</a>} {children}
    </p>
  );
}

/** Links to a drawing in every type. */
export function PictureLinks({ path, query }: { readonly path: string; readonly query: string }): JSX.Element {
  return (
    <>
      {PICTURE_TYPES.map((type) => (
        <>
          <a key={type} href={`${path}.${type}${query}`} download data-download={type}>
            {type === "webp" ? "WebP" : type.toUpperCase()}
          </a>
          {" "}
        </>
      ))}
    </>
  );
}
