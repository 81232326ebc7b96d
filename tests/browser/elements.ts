/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { ElementHandle, Page } from "puppeteer-core";
import { sleep } from "@/lib/async/deadline.ts";

/** How long a test waits: less than the five minutes that it has, so that its failure names what it waited for. */
const MAX_WAIT_MS = 4 * 60_000;

/** Finds the elements of a page that match a selector, and of these the ones with a text, as {@linkcode Elements}. */
export function find(page: Page, selector: string, text?: string | RegExp): Elements {
  return new Elements(page, [toStep(selector, text)]);
}

/**
 * Elements of a page, which are looked up at each use, because scripts replace them. Whatever needs an element waits for
 * the first of them. Puppeteer's own locators are not enough: they cannot read, and in Firefox they wait with functions
 * that our content security policy forbids.
 */
export class Elements {
  constructor(readonly page: Page, readonly steps: readonly Step[]) {}

  /**
   * Finds elements in these. A string is the whole text of an element, or its label or alternative text, and a pattern
   * matches a part of it.
   */
  find(selector: string, text?: string | RegExp): Elements {
    return new Elements(this.page, [...this.steps, toStep(selector, text)]);
  }

  /** Leaves only one of the elements; -1 is the last one. */
  at(index: number): Elements {
    return new Elements(this.page, [...this.steps, { index }]);
  }

  /** Runs a function in the browser, with all elements that there are now. It sees nothing outside of itself. */
  async evaluateAll<Result, Argument>(
    read: (elements: HTMLElement[], argument: Argument) => Result,
    argument?: Argument,
  ): Promise<Awaited<Result>> {
    const elements = `(${findSteps})(${JSON.stringify(this.steps)})`;
    return await this.page.evaluate(`(${read})(${elements}, ${JSON.stringify(argument)})`) as Awaited<Result>;
  }

  /** Runs a function in the browser, with the first element. It sees nothing outside of itself. */
  async evaluate<Result, Argument>(
    read: (element: HTMLElement, argument: Argument) => Result,
    argument?: Argument,
  ): Promise<Awaited<Result>> {
    await this.#until(async () => await this.count() > 0);
    const elements = `(${findSteps})(${JSON.stringify(this.steps)})`;
    return await this.page.evaluate(`(${read})(${elements}[0], ${JSON.stringify(argument)})`) as Awaited<Result>;
  }

  /** Returns how many elements there are now. */
  async count(): Promise<number> {
    return await this.evaluateAll((elements) => elements.length);
  }

  /** Returns whether one of the elements is visible now, if only after scrolling. */
  async isVisible(): Promise<boolean> {
    return await this.evaluateAll((elements) =>
      elements.some((each) => each.checkVisibility({ visibilityProperty: true }) && each.offsetHeight !== 0)
    );
  }

  /** Waits until one of the elements is visible. */
  async wait(): Promise<void> {
    await this.#until(() => this.isVisible());
  }

  /** Waits until none of the elements is visible. */
  async waitUntilGone(): Promise<void> {
    await this.#until(async () => !await this.isVisible());
  }

  /** Waits until the first element contains a text. */
  async waitForText(text: string | RegExp): Promise<void> {
    await this.#until(async () =>
      text instanceof RegExp ? text.test(await this.text()) : (await this.text()).includes(text)
    );
  }

  /** Returns the text of the first element as it is shown. */
  async text(): Promise<string> {
    return await this.evaluate((element) => element.innerText);
  }

  /** Returns an attribute of the first element, or an empty text if it does not have it. */
  async attribute(name: string): Promise<string> {
    return await this.evaluate((element, name) => element.getAttribute(name) ?? "", name);
  }

  /** Returns the value of a field. */
  async value(): Promise<string> {
    return await this.evaluate((element) => (element as HTMLInputElement).value);
  }

  /** Returns where the first element is in the window. */
  async box(): Promise<{ readonly x: number; readonly y: number; readonly width: number; readonly height: number }> {
    return await this.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    });
  }

  /** Scrolls to the first visible element, and waits until a mouse would reach it. */
  async aim(): Promise<void> {
    await this.#until(() => this.evaluateAll(reach, false));
  }

  /**
   * Clicks the first visible element in a moment in which a mouse would reach it. Not with Puppeteer's mouse: the page
   * may move between its aim and its click, which then goes to another element.
   */
  async click(): Promise<void> {
    await this.#until(() => this.evaluateAll(reach, true));
  }

  /** Moves the focus to the first element. */
  async focus(): Promise<void> {
    await this.evaluate((element) => element.focus());
  }

  /** Presses a key in the first element. */
  async press(key: "Enter"): Promise<void> {
    await this.focus();
    await this.page.keyboard.press(key);
  }

  /** Replaces the text of a field, as if it were typed at once. */
  async fill(text: string): Promise<void> {
    await this.wait();
    await this.evaluate((element, text) => {
      element.focus();
      (element as HTMLInputElement).select();
      document.execCommand(text === "" ? "delete" : "insertText", false, text);
    }, text);
  }

  /** Chooses the option of a list that has this value or text. */
  async choose(option: string): Promise<void> {
    await this.evaluate((element, option) => {
      const list = element as HTMLSelectElement;
      list.selectedIndex = [...list.options].findIndex(({ value, text }) => value === option || text === option);
      for (const type of ["input", "change"]) list.dispatchEvent(new Event(type, { bubbles: true }));
    }, option);
  }

  /** Chooses a file with this name and these bytes. */
  async upload(name: string, bytes: Uint8Array): Promise<void> {
    await this.#until(async () => await this.count() > 0);
    const elements = `(${findSteps})(${JSON.stringify(this.steps)})`;
    const input = await this.page.evaluateHandle(`${elements}[0]`) as ElementHandle<HTMLInputElement>;
    const folder = await Deno.makeTempDir();
    await Deno.writeFile(`${folder}/${name}`, bytes);
    await input.uploadFile(`${folder}/${name}`);
    // The browser reads the file when the page asks for it, so it remains until the tests of this file have ended.
    globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  }

  async #until(isTrue: () => Promise<boolean>): Promise<void> {
    await until(isTrue, () => `for ${JSON.stringify(this.steps)} at ${this.page.url()}`);
  }
}

/** Waits until a condition is true. While a page is being replaced, the condition may throw. */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  describe = () => `until ${isTrue}`,
): Promise<void> {
  const end = Date.now() + MAX_WAIT_MS;
  let cause: unknown;
  while (Date.now() < end) {
    try {
      if (await isTrue()) return;
    } catch (error) {
      cause = error;
    }
    await sleep(20);
  }
  throw new Error(`Waited too long ${describe()}`, { cause });
}

/** Waits until the address of a page matches. */
export async function waitForUrl(page: Page, pattern: RegExp): Promise<void> {
  await until(() => pattern.test(page.url()), () => `for ${pattern}, got ${page.url()}`);
}

/** A part of the way to elements: those inside with a text, or one of them. As JSON, because it goes to the browser. */
interface Step {
  readonly selector?: string;
  readonly text?: string;
  readonly pattern?: string;
  readonly index?: number;
}

function toStep(selector: string, text?: string | RegExp): Step {
  return text instanceof RegExp ? { selector, pattern: text.source } : { selector, ...text !== undefined && { text } };
}

/** Runs in the browser: returns the elements to which the steps lead. */
function findSteps(steps: readonly Step[]): HTMLElement[] {
  const textOf = (element: HTMLElement & Partial<HTMLImageElement & HTMLInputElement>) => {
    const text = element.ariaLabel || element.alt || element.labels?.[0]?.textContent || element.textContent;
    return text.trim().replace(/\s+/g, " ");
  };
  let found = [document.documentElement];
  for (const { selector, text, pattern, index } of steps) {
    if (selector !== undefined) {
      found = [...new Set(found.flatMap((each) => [...each.querySelectorAll<HTMLElement>(selector)]))];
    }
    if (text !== undefined) found = found.filter((each) => textOf(each) === text);
    if (pattern !== undefined) found = found.filter((each) => new RegExp(pattern).test(textOf(each)));
    if (index !== undefined) found = found.slice(index).slice(0, 1);
  }
  return found;
}

/** Runs in the browser: scrolls to the first visible element, and clicks it if a mouse would reach its middle. */
function reach(elements: HTMLElement[], clicks: boolean | undefined): boolean {
  const element = elements.find((each) => each.checkVisibility({ visibilityProperty: true }));
  element?.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  // A link in a text may have several lines.
  const [box] = element?.getClientRects() ?? [];
  if (element === undefined || box === undefined) return false;
  const reached = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const targets = [element, ...(element as HTMLInputElement).labels ?? []];
  const isReached = targets.some((each) => each.contains(reached));
  if (isReached && clicks) element.click();
  return isReached;
}
