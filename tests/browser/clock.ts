/// <reference lib="dom" />
import type { Page } from "puppeteer-core";

/** What {@linkcode stopClock} adds to a page. */
interface StoppedPage {
  advanceClock(ms: number): void;
}

/** Lets time pass in a page that was opened with `stopsClock`: its timers run in their order. */
export async function advanceClock(page: Page, ms: number): Promise<void> {
  await page.evaluate((ms) => (globalThis as unknown as StoppedPage).advanceClock(ms), ms);
}

/** Runs in the browser, before the scripts of a page: its clock and its timers stand still until they are advanced. */
export function stopClock(): void {
  const timers = new Map<number, { at: number; every?: number | undefined; run: () => void }>();
  let now = Date.now();
  let lastId = 0;
  const add = (run: () => void, ms = 0, every?: number) => {
    timers.set(++lastId, { at: now + ms, every, run });
    return lastId;
  };
  const advance = (ms: number) => {
    const end = now + ms;
    while (true) {
      const [next] = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at);
      if (next === undefined) break;
      const [id, { at, every, run }] = next;
      now = at;
      if (every === undefined) timers.delete(id);
      else timers.set(id, { at: at + every, every, run });
      run();
    }
    now = end;
  };
  Date.now = () => now;
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms?: number) => add(run, ms),
    setInterval: (run: () => void, ms: number) => add(run, ms, ms),
    clearTimeout: (id: number) => timers.delete(id),
    clearInterval: (id: number) => timers.delete(id),
    advanceClock: advance,
  });
}
