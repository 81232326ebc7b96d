/// <reference lib="dom" />
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { ANIMALS } from "@pawkit/animals";
import { FILTERS, getFilter } from "@pawkit/images";
import { PRESETS } from "@/lib/filters/presets.ts";
import { shareTestSite } from "@/tests/browser/browser.ts";
import { emptyClipboard } from "@/tests/browser/clipboard.ts";
import { find, until } from "@/tests/browser/elements.ts";
import {
  goOffline,
  intercept,
  isLoaded,
  openPlayground,
  PHONE,
  PLAYGROUND,
  waitForPlayground,
} from "@/tests/browser/landing_page.ts";

const { site, test } = shareTestSite({ defaults: { path: PLAYGROUND } });

test("the playground is loaded when it comes into view", { path: "/" }, async (page) => {
  const playground = await openPlayground(page);
  assert(await playground.find("img", /^After/).evaluate(isLoaded));
});

test("the playground applies each filter and shows size, code, range and download", {
  inFirefox: true,
}, async (page) => {
  const playground = await waitForPlayground(page);
  for (const filter of FILTERS) {
    await playground.find(`[data-filter=${filter}]`).click();
    // The picture of the filter before stays until the next one has arrived, the facts do not.
    await playground.find("[data-facts]").waitForText(/^200 OK.*\d+ × \d+$/s);
    const after = playground.find("img", new RegExp(`^After ${filter}`));
    assert(await after.evaluate(isLoaded), filter);
    assertMatch(await playground.find("[data-code]").text(), new RegExp(`/api/v2/filter/${filter}[?:]`));
    const download = playground.find("a", "Download");
    assertMatch(await download.attribute("download"), new RegExp(`-${filter}\\.png$`));
    const strengths = await playground.find(".steps :is(input:not([type=range]), select)").evaluateAll((fields) =>
      fields.map((field) => (field as HTMLInputElement).value.replace("#", ""))
    );
    const defaults = Object.values(getFilter(filter).parameters)
      .flatMap(({ fallback, example }) => `${fallback ?? example}`.split("-"));
    assertEquals(strengths, defaults);
  }
});

test("the playground crops a part, fills the corners, and shows the original and no result with an error", {
  expectsErrors: true,
}, async (page) => {
  const playground = await waitForPlayground(page);
  await playground.find("summary", "Size, corners and format").click();
  const values = { width: "32", height: "16", radius: "4", background: "ff8800" };
  await playground.find("[name=fit]").choose("cover");
  await playground.find("[name=position]").choose("top");
  for (const [name, value] of Object.entries(values)) await playground.find(`[name=${name}]`).fill(value);
  await page.keyboard.press("Enter");
  await playground.find("img", "After blur; strength=5; radius=4; background=ff8800").wait();
  assertMatch(await playground.find("[data-code]").text(), /fit=cover&position=top/);
  await playground.find("[name=radius]").fill("0");
  await page.keyboard.press("Enter");
  await playground.waitForText("400 Bad Request");
  const [before, after] = await playground.find(".compare img").evaluateAll((pictures) =>
    pictures.map((each) => each.getAttribute("src"))
  );
  assertEquals(after, before);
  assert(await playground.find("[data-after]").isVisible());
  for (const name of ["Open", "Download"]) assertEquals(await playground.find("a", name).isVisible(), false);
});

test("arrow keys move each slider by one step, which readers hear, and a number can be typed", {
  inFirefox: true,
}, async (page) => {
  const playground = await waitForPlayground(page);
  const slider = playground.find(".steps [type=range]");
  for (const [filter, value] of [["blur", "8"], ["contrast", "0.13"]] as const) {
    await playground.find(`[data-filter=${filter}]`).click();
    await slider.focus();
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press("ArrowRight");
    assertEquals(await slider.attribute("aria-valuetext"), value);
    await playground.find("img", `After ${filter}; strength=${value}`).wait();
  }
  await playground.find(".steps [type=number]").fill("-0.5");
  await page.keyboard.press("Enter");
  await playground.find("img", /strength=-0.5/).wait();
  const address = "#playground?image=/images/animals/cat/haogylvz.png%3Fsize%3D64&";
  assertStringIncludes(String(await page.evaluate("location.hash")), address);
});

test("steps of a chain are added, moved and removed, and the address brings them back", {
  inFirefox: true,
}, async (page) => {
  const playground = await waitForPlayground(page);
  const code = (chain: string) => playground.find("[data-code]").waitForText(`/filter/${chain}?`);
  await playground.find("button", "+ Add another filter").click();
  // Nothing is sent before a filter is chosen.
  await code("blur");
  await playground.find("[data-step-number]").waitForText("2: choose one");
  assertEquals(await playground.find(".filters [data-filter][aria-current]").count(), 0);
  await playground.find("[data-filter=invert]").click();
  await playground.find("img", "After blur; strength=5, invert").wait();
  await playground.find("button", "Move up invert").click();
  await code("invert,blur");
  await playground.find(".steps [type=number]").fill("2");
  await page.reload();
  await playground.find("img", "After invert, blur; strength=2").wait();
  for (let done = 0; done < 6; done++) {
    await playground.find("[data-add-step]").click();
    await playground.find("[data-filter=sepia]").click();
  }
  assertEquals(await playground.find(".steps li").count(), 8);
  assertEquals(await playground.find("[data-add-step]:disabled").count(), 1);
  for (let done = 0; done < 7; done++) await playground.find("[aria-label^=Remove]").click();
  assertEquals(await playground.find(".steps li").count(), 1);
  // The buttons change the step that was added.
  await playground.find("[data-add-step]").click();
  for (const name of ["resize", "sepia"]) await playground.find(`[data-filter=${name}]`).click();
  assertMatch(await playground.find(".steps li").at(-1).text(), /^sepia/);
  // A step that needs a value starts with an example of it.
  await playground.find("[data-filter=resize]").click();
  await playground.find("[data-code]").waitForText("resize:400x300");
});

test("each filter and each chain has its picture", {}, async (page) => {
  const playground = await waitForPlayground(page);
  for (const name of [...FILTERS, ...Object.keys(PRESETS)]) {
    const picture = playground.find(`:is([data-filter=${name}], [data-preset=${name}]) img`);
    await picture.evaluate((img) => img.scrollIntoView());
    assert(await picture.evaluate(isLoaded), name);
  }
});

test("a preset is a chain whose steps can be changed", { inFirefox: true }, async (page) => {
  const playground = await waitForPlayground(page);
  const code = playground.find("[data-code]");
  for (const [name, chain] of Object.entries(PRESETS)) {
    await playground.find(`[data-preset=${name}]`).click();
    await code.waitForText(`/filter/${chain}?`);
    await playground.find(`[data-preset=${name}][aria-current]`).wait();
    await playground.find(`[data-download][download$="${chain.replace(/:[^,]*/g, "").replaceAll(",", "-")}.png"]`)
      .wait();
  }
  const [name = "", chain = ""] = Object.entries(PRESETS)[0] ?? [];
  await playground.find(`[data-preset=${name}]`).click();
  assertEquals(await playground.find(".steps li").count(), chain.split(",").length);
  await playground.find("[data-step-number]").waitForText(`1 of ${chain.split(",").length}`);
  // The filters change the first step.
  await playground.find("[data-filter=invert]").click();
  await code.waitForText(`/filter/invert,${chain.replace(/^[^,]*,/, "")}?`);
  assertEquals(await playground.find("[data-preset][aria-current]").count(), 0);
  await page.reload();
  await code.waitForText("/filter/invert,");
});

test("an own value of a preset's step makes it another chain", {}, async (page) => {
  const playground = await waitForPlayground(page);
  // Its tooltip is only for people.
  await playground.find("[data-preset=arcade]").evaluate((preset) => preset.title = "Another text");
  await playground.find("[data-preset=arcade]").click();
  await playground.find("[data-preset=arcade][aria-current]").wait();
  await playground.find(".steps [type=number]").fill("0.4");
  await playground.find("[data-preset=arcade]:not([aria-current])").wait();
});

test("the samples have the addresses of names, and an address with one selects it", {
  path: "/#playground?image=/dog/Linus.png&steps=invert",
}, async (page) => {
  const playground = find(page, "#playground");
  await playground.find("img", "After invert").wait();
  assertMatch(await playground.find("[data-code]").text(), /-o Linus-invert\.png .*\?image=\/dog\/Linus\.png'/);
  assertEquals(await playground.find("[name=sample]:checked").value(), "/dog/Linus.png");
  const samples = await playground.find("[name=sample]").evaluateAll((fields) =>
    fields.map((field) => (field as HTMLInputElement).value)
  );
  assertEquals(samples.length, ANIMALS.length);
  for (const sample of samples) assertMatch(sample, /^\/\w+\/[A-Z]\w+\.png$/);
});

test("options of the address are shown", { path: "/#playground?steps=flip&width=64" }, async (page) => {
  await find(page, "#playground").waitForText("64 × 64");
  assert(await find(page, "#playground [name=width]").isVisible());
});

test("Back undoes the options, the filter and the picture of the playground", { path: "/" }, async (page) => {
  const playground = await openPlayground(page);
  const code = playground.find("[data-code]");
  const first = await code.text();
  await playground.find("[name=sample][value^='/dog/']").click();
  await playground.find("[data-filter=invert]").click();
  await playground.find("summary", "Size, corners and format").click();
  await playground.find("[name=width]").fill("100");
  await code.waitForText(/filter\/invert\?image=\/dog\/.*width=100/);
  await page.evaluate("history.back()");
  await code.waitForText(/filter\/blur\?image=\/dog\/[^&]*$/);
  await page.evaluate("history.back()");
  await until(async () => await code.text() === first);
});

test("on a desktop, the preview stays in view beside the controls", {}, async (page) => {
  const playground = await waitForPlayground(page);
  const add = playground.find("[data-add-step]");
  for (let done = 0; done < 7; done++) {
    await add.click();
    await playground.find("[data-filter=sepia]").click();
  }
  await playground.find("[data-options]").evaluate((options) => options.setAttribute("open", ""));
  await playground.find("[name=background]").evaluate((field) => field.scrollIntoView({ block: "end" }));
  const preview = await playground.find(".compare").box();
  const header = await find(page, "header").box();
  assert(preview.y >= header.y + header.height, `${preview.y}`);
  assert(preview.y + preview.height <= page.viewport()!.height, `${preview.y + preview.height}`);
});

test("the playground is small: at most 260 elements, and 1,500 pixels on a phone", {
  viewport: { width: 390, height: 844 },
}, async (page) => {
  const playground = await waitForPlayground(page);
  const count = await playground.evaluate((element) => {
    const countIn = (root: ParentNode): number =>
      [...root.querySelectorAll("*")].reduce(
        (sum, each) => sum + 1 + (each instanceof HTMLTemplateElement ? countIn(each.content) : 0),
        0,
      );
    return countIn(element);
  });
  assert(count <= 260, `${count} elements`);
  const { height } = await playground.box();
  assert(height <= 1500, `${height} pixels`);
  assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 390);
});

test("on a phone, the strip of filters shows the one of the address", {
  path: "/#playground?steps=duotone",
  viewport: PHONE,
}, async (page) => {
  await find(page, "#playground").find("img", /^After duotone/).wait();
  const { x, width } = await find(page, "[data-filter=duotone]").box();
  assert(x >= 0 && x + width <= PHONE.width, `${x}`);
});

test("a step of the address without its value gets an example", { path: "/#playground?steps=tint" }, async (page) => {
  await find(page, "#playground [data-code]").waitForText(/tint:ff8800/);
});

test("the playground accepts another picture and a URL", { inFirefox: true }, async (page) => {
  const playground = await waitForPlayground(page);
  const code = playground.find("[data-code]");
  await playground.find("[type=radio]").at(2).click();
  await code.waitForText("fox");
  await find(page, "#playground-url").fill(`${site.origin}/images/animals/bird/k3v09x2a.png`);
  await find(page, "#playground-url").press("Enter");
  await code.waitForText("bird");
  await playground.waitForText("200 OK");
});

test("the preview has the shape of the picture, within limits", {}, async (page) => {
  await waitForPlayground(page);
  for (const [width, height, ratio] of [[300, 200, 3 / 2], [10, 300, 2 / 3]] as const) {
    await page.evaluate(
      async (width, height) => {
        const canvas = new OffscreenCanvas(width, height);
        canvas.getContext("2d");
        const picture = await canvas.convertToBlob();
        const detail = new File([picture], "picture.png", { type: "image/png" });
        document.querySelector("#playground")!.dispatchEvent(new CustomEvent("picture", { detail }));
      },
      width,
      height,
    );
    await until(async () => {
      const box = await find(page, ".compare").box();
      return Math.abs(box.width / box.height - ratio) < .02;
    });
  }
});

test("the result is copied as a picture", { stopsClock: true }, async (page) => {
  const playground = await waitForPlayground(page);
  await emptyClipboard(page);
  await playground.find("[name=format]").choose("jpeg");
  await playground.find("[data-download][download$=jpg]").wait();
  await playground.find("button", "Copy picture").click();
  await playground.find("button", "Copied").wait();
  assertEquals(await page.evaluate(async () => (await navigator.clipboard.read())[0]?.types), ["image/png"]);
});

test("the playground shows the URL that its address contains, and no other picture as chosen", {
  path: "/#playground?steps=blur&image=data:image/png;base64,eA==",
  expectsErrors: true,
}, async (page) => {
  await find(page, "#playground").waitForText("422 Unprocessable");
  assertEquals(await find(page, "#playground-url").value(), "data:image/png;base64,eA==");
  assertEquals(await find(page, "#playground [name=sample]:checked").count(), 0);
});

test("offline, the playground says so and tries again when the browser is online", {
  expectsErrors: true,
}, async (page) => {
  const playground = await waitForPlayground(page);
  const goOnline = await goOffline(page);
  await playground.find("[data-filter=invert]").click();
  await playground.waitForText("You are offline.");
  assert(await playground.find("[data-before]").isVisible());
  await goOnline();
  await playground.find("img", "After invert").wait();
});

test("a URL without a scheme gets https://", { expectsErrors: true }, async (page) => {
  await waitForPlayground(page);
  await find(page, "#playground-url").fill("nowhere.invalid/cat.png");
  await find(page, "#playground-url").press("Enter");
  await find(page, "#playground [data-code]").waitForText("image=https://nowhere.invalid/cat.png");
  await find(page, "#playground .explained").wait();
});

test("what cannot be a URL is not sent, and the visitor reads where to find one", {}, async (page) => {
  const playground = await waitForPlayground(page);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await find(page, "#playground-url").fill("my cat");
  await find(page, "#playground-url").press("Enter");
  await playground.waitForText('"my cat" is not the address of a picture.');
  assertEquals(requested.filter((url) => url.includes("/api/")), []);
  // The next picture works as before.
  await playground.find("img[alt$=dog]").click();
  await playground.find("[data-facts]").waitForText("200 OK");
});

test("the playground shows why a URL is rejected, and nothing of the result before", {
  expectsErrors: true,
}, async (page) => {
  const playground = await waitForPlayground(page);
  await find(page, "#playground-url").fill("http://127.0.0.1:9/secret.png");
  await find(page, "#playground-url").press("Enter");
  await playground.waitForText("403 Forbidden");
  // The rest is on another page.
  await playground.find("[data-error]").waitForText("Use a public one.");
  const words = await playground.find("[data-error]").text();
  assertStringIncludes(words, "port 9 is not a web port");
  assert(!/details|[A-Z]_[A-Z]/.test(words), words);
  assertEquals(await playground.find("a", "Download").isVisible(), false);
  assertEquals(await playground.find(".compare").isVisible(), false);
});

test("after Cancel, nothing of the last result remains", {}, async (page) => {
  const playground = await waitForPlayground(page);
  const stop = await intercept(page, "/api/v2/filter/invert", () => {});
  await playground.find("[data-filter=invert]").click();
  await playground.find("button", "Cancel").click();
  await playground.waitForText("Cancelled.");
  assertEquals(await playground.find("a", "Download").isVisible(), false);
  assertEquals(await playground.find("img", /^After/).count(), 0);
  await stop();
});

test("a comma or a colon in a value adds no step", {}, async (page) => {
  const playground = await waitForPlayground(page);
  await playground.find("[data-filter=resize]").click();
  await playground.find(".steps input").fill("1,2:3x4");
  await playground.find("[data-code]").waitForText("/filter/resize:123x4?");
});

test("whoever removes a wrong URL gets the first sample back, and never sees the picture of an error", {
  path: PLAYGROUND,
  expectsErrors: true,
}, async (page) => {
  const playground = await waitForPlayground(page);
  await find(page, "#playground-url").fill("http://10.0.0.1/a.png");
  await find(page, "#playground-url").press("Enter");
  await playground.find(".explained").wait();
  await playground.find(".steps [type=number]").fill("999");
  await page.keyboard.press("Tab");
  await playground.find(".explained").waitForText("999");
  await until(async () => !await playground.find(".compare").isVisible());
  await find(page, "#playground-url").focus();
  await page.keyboard.down("Control");
  await page.keyboard.press("a");
  await page.keyboard.up("Control");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await playground.find("[name=sample]:checked").wait();
  await playground.find(".steps [type=number]").fill("5");
  await page.keyboard.press("Tab");
  await playground.find("[data-facts]").waitForText("200 OK");
  assertEquals(await playground.find("[data-before]").attribute("src"), "/cat/Ada.png");
});
