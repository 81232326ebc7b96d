import { assertEquals, assertRejects } from "@std/assert";
import { join, toFileUrl } from "@std/path";
import { findChanged, selectTests } from "@/tests/changed.ts";
import { ifInstalled } from "@/tests/programs.ts";

/** The tests that run whatever has changed. */
const ALWAYS = [
  "tests/architecture_test.ts",
  "tests/docs_test.ts",
  "tests/routes/contract/endpoints_test.ts",
  "tests/routes/contract/errors_test.ts",
];

/** Files below `tests/` with what they import. The names are invented: real ones would select this test, too. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(ALWAYS.map((test) => [test, []])),
  "tests/start.ts": ["@/lib/start.ts"],
  "tests/config_test.ts": ["@/settings.ts"],
  "tests/serve_slow_test.ts": [],
  "tests/browser/page_slow_test.ts": ["@/lib/art/filters/mod.ts", "@/tests/start.ts"],
  "tests/lib/jobs/request_test.ts": ["@/lib/jobs/request.ts", "@/lib/art/filters/mod.ts"],
  "tests/lib/net/negotiation_test.ts": ["@/lib/net/negotiation.ts"],
  "tests/lib/net/serve_file_test.ts": ["@/lib/net/serve_file.ts"],
  "tests/lib/art/pixels.ts": ["@/lib/art/filters/mod.ts"],
  "tests/lib/art/pictures.ts": ["./pixels.ts"],
  "tests/lib/art/probe_test.ts": ["./pictures.ts"],
  "tests/lib/art/filters/blur_test.ts": ["@/lib/art/filters/blur.ts"],
  "tests/lib/art/filters/mod_test.ts": ["@/lib/art/filters/mod.ts", "@/tests/lib/art/pictures.ts"],
  "tests/routes/api/filter_test.ts": ["@/tests/start.ts"],
  "tests/routes/api/v5/launcher_test.ts": ["@/tests/start.ts"],
  "tests/workflow_test.ts": ["container.yaml"],
  "lib/paint/tests/helper.ts": ["../canvas.ts"],
  "lib/paint/tests/canvas_test.ts": ["../canvas.ts"],
  "lib/paint/tests/brushes/round_test.ts": ["../helper.ts"],
  "tests/lib/jobs/paint_test.ts": ["@pawkit/paint/canvas"],
};

/** Returns what is selected besides the tests that always run. */
function select(...changed: string[]): string[] {
  const toText = (names: readonly string[]) => names.map((name) => `import "${name}";\n`).join("");
  const files = new Map(Object.entries(FILES).map(([file, names]) => [file, toText(names)]));
  const selected = selectTests(changed, files);
  assertEquals(ALWAYS.filter((test) => !selected.includes(test)), []);
  return selected.filter((test) => !ALWAYS.includes(test));
}

Deno.test("selectTests() selects the test that mirrors a file, even a slow one, and not its neighbours", () => {
  assertEquals(select("lib/net/negotiation.ts"), ["tests/lib/net/negotiation_test.ts"]);
  assertEquals(select("serve.ts"), ["tests/serve_slow_test.ts"]);
});

Deno.test("selectTests() selects the tests around a filter: its folder, users of mod.ts and the route, none of them slow", () => {
  assertEquals(select("lib/art/filters/sepia.ts"), [
    "tests/lib/art/filters/blur_test.ts",
    "tests/lib/art/filters/mod_test.ts",
    "tests/lib/jobs/request_test.ts",
    "tests/routes/api/filter_test.ts",
  ]);
});

Deno.test("selectTests() selects the nearest tests above a file whose folder has none", () => {
  assertEquals(select("lib/art/formats/new/header.ts"), ["tests/lib/art/probe_test.ts"]);
  assertEquals(select("routes/api/v5/[app]/news.ts"), ["tests/routes/api/v5/launcher_test.ts"]);
  assertEquals(select("docs/art/rules.yml"), ["tests/config_test.ts", "tests/workflow_test.ts"]);
});

Deno.test("selectTests() selects the tests that use a changed helper, also through another helper", () => {
  assertEquals(select("tests/lib/art/pixels.ts"), [
    "tests/lib/art/filters/mod_test.ts",
    "tests/lib/art/probe_test.ts",
  ]);
});

Deno.test("selectTests() selects the tests of a package, and those that import the package", () => {
  assertEquals(select("lib/paint/canvas.ts"), ["lib/paint/tests/canvas_test.ts", "tests/lib/jobs/paint_test.ts"]);
  assertEquals(select("lib/paint/brushes/flat.ts"), [
    "lib/paint/tests/brushes/round_test.ts",
    "tests/lib/jobs/paint_test.ts",
  ]);
  assertEquals(select("lib/paint/tests/helper.ts"), [
    "lib/paint/tests/brushes/round_test.ts",
    "lib/paint/tests/canvas_test.ts",
  ]);
});

Deno.test("selectTests() selects a changed test, and nothing for one that is gone", () => {
  assertEquals(select("tests/browser/page_slow_test.ts"), ["tests/browser/page_slow_test.ts"]);
  assertEquals(select("tests/lib/net/gone_test.ts"), []);
});

// A hook of git sets these, and the repositories below would be that of the project.
for (const name of ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"]) Deno.env.delete(name);

/** A git repository in a temporary folder, with one commit of `README.md`. */
class Repository implements AsyncDisposable {
  private constructor(readonly folder: string) {}

  static async create(branch: string): Promise<Repository> {
    const repository = new Repository(join(await Deno.makeTempDir(), "my prøject"));
    await Deno.mkdir(repository.folder);
    await repository.git("init", "--quiet", `--initial-branch=${branch}`);
    await repository.commit("README.md");
    return repository;
  }

  get url(): URL {
    return toFileUrl(`${this.folder}/`);
  }

  async git(...args: string[]): Promise<void> {
    const author = ["-c", "user.name=Ada", "-c", "user.email=ada@paw.example", "-c", "commit.gpgsign=false"];
    const command = new Deno.Command("git", { args: [...author, ...args], cwd: this.folder });
    const { success, stderr } = await command.output();
    assertEquals(success, true, new TextDecoder().decode(stderr));
  }

  async write(...files: string[]): Promise<void> {
    for (const file of files) await Deno.writeTextFile(join(this.folder, file), crypto.randomUUID());
  }

  async commit(file: string): Promise<void> {
    await this.write(file);
    await this.git("add", "--all");
    await this.git("commit", "--quiet", "--message", file);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(join(this.folder, ".."), { recursive: true });
  }
}

Deno.test(
  ifInstalled("git", "findChanged() lists what was committed since the branch point, and what is not committed"),
  async () => {
    await using repository = await Repository.create("main");
    await repository.git("switch", "--quiet", "--create", "topic");
    await repository.commit("größe 1.ts");
    await repository.git("switch", "--quiet", "main");
    await repository.commit("later.ts");
    await repository.git("switch", "--quiet", "topic");
    await repository.write("README.md", "new.ts");
    assertEquals(await findChanged(repository.url), ["README.md", "größe 1.ts", "new.ts"]);
  },
);

Deno.test(
  ifInstalled("git", "findChanged() compares the main branch with its upstream, or without one with the last commit"),
  async () => {
    await using upstream = await Repository.create("trunk");
    await using repository = await Repository.create("main");
    await repository.commit("a.ts");
    await repository.write("b.ts");
    assertEquals(await findChanged(repository.url), ["b.ts"]);
    await repository.git("remote", "add", "origin", upstream.folder);
    await repository.git("push", "--quiet", "--set-upstream", "origin", "main");
    await repository.commit("c.ts");
    assertEquals(await findChanged(repository.url), ["b.ts", "c.ts"]);
  },
);

Deno.test(
  ifInstalled("git", "findChanged() compares with the default branch of origin if there is no main branch"),
  async () => {
    await using upstream = await Repository.create("trunk");
    const folder = join(upstream.folder, "clone");
    await upstream.git("clone", "--quiet", upstream.folder, folder);
    await upstream.git("-C", folder, "switch", "--quiet", "--create", "topic");
    await Deno.writeTextFile(join(folder, "a.ts"), "");
    await upstream.git("-C", folder, "add", "a.ts");
    await upstream.git("-C", folder, "commit", "--quiet", "--message", "a");
    assertEquals(await findChanged(toFileUrl(`${folder}/`)), ["a.ts"]);
  },
);

Deno.test(ifInstalled("git", "findChanged() throws outside of a repository"), async () => {
  const folder = await Deno.makeTempDir();
  const message = "Cannot find what has changed: the project must be a git repository with a commit";
  await assertRejects(() => findChanged(toFileUrl(`${folder}/`)), Error, message);
  await Deno.remove(folder);
});
