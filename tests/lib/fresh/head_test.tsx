import { assertStringIncludes } from "@std/assert";
import { App } from "fresh";
import { Head } from "fresh/runtime";
import { getPage, Wrapper } from "./pages.tsx";

Deno.test("Head replaces elements with the same key in the head of the document, and adds the others", async () => {
  const app = new App().appWrapper(Wrapper).route("/", {
    component: () => (
      <p>
        <Head>
          <title>Mine</title>
          <meta name="description" content="mine" />
          <meta name="robots" content="none" />
        </Head>
        text
      </p>
    ),
  }).route("/plain", { component: () => <p>plain</p> });
  const own = '<title>Mine</title><meta name="description" content="mine"/><meta name="robots" content="none"/>';
  assertStringIncludes(await getPage(app), `<head>${own}</head><body><p>text</p></body>`);
  // The next page must not inherit any of them.
  assertStringIncludes(
    await getPage(app, "/plain"),
    '<title>Default</title><meta name="description" content="default"/></head>',
  );
});

Deno.test("Head works in a page that renders no document", async () => {
  const app = new App().route("/", {
    component: () => (
      <p>
        <Head>
          <title>Alone</title>
        </Head>
      </p>
    ),
  });
  assertStringIncludes(
    await getPage(app),
    '<head><meta charset="utf-8"/><title>Alone</title></head><body><p></p></body>',
  );
});

Deno.test("Head accepts components and fragments, and uses the later of two elements with the same key", async () => {
  const several = (
    <>
      <title>First</title>
      <base href="/" />
    </>
  );
  const Icon = (props: { href: string }) => <link rel="icon" href={props.href} />;
  const app = new App().appWrapper(Wrapper).route("/", {
    component: () => (
      <p>
        <Head>
          {several}
          <Icon href="/a" />
          <Icon href="/b" />
        </Head>
        <Head>
          <title>Second</title>
        </Head>
      </p>
    ),
  });
  const icons = '<base href="/"/><link rel="icon" href="/a"/><link rel="icon" href="/b"/>';
  assertStringIncludes(
    await getPage(app),
    `<title>Second</title><meta name="description" content="default"/>${icons}</head>`,
  );
});
