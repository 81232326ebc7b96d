/// <reference lib="dom" />
import type { Page } from "puppeteer-core";
import { type Elements, until } from "@/tests/browser/elements.ts";

/** Returns the text that a click of a button copies. Tests of a browser share its clipboard, so it is emptied before. */
export async function readCopied(button: Elements): Promise<string> {
  await emptyClipboard(button.page);
  await button.click();
  return await readClipboard(button.page);
}

/** Removes what another test has copied. */
export async function emptyClipboard(page: Page): Promise<void> {
  await page.evaluate(() => navigator.clipboard.writeText(""));
}

/** Waits until the clipboard has a text, and returns it. */
export async function readClipboard(page: Page): Promise<string> {
  let text = "";
  await until(async () => (text = await page.evaluate(() => navigator.clipboard.readText())) !== "");
  return text;
}
