import { assert, assertEquals, assertStringIncludes } from "@std/assert";

const workflow = await Deno.readTextFile(".github/workflows/ci.yml");

Deno.test("CI runs the test command of README with the oldest Node that it names, and pins actions by commit", async () => {
  const readme = await Deno.readTextFile("README.md");
  const [command = ""] = /npx \S+ \S+ task test/.exec(readme) ?? [];
  const [, node] = /Node (\d+)/.exec(readme) ?? [];
  assert(new RegExp(`node-version: ${node}\n[^]*?- run: ${command}\n`).test(workflow), `${command} with Node ${node}`);
  const actions = workflow.matchAll(/uses: (.*)/g).map(([, action = ""]) => action);
  // A tag can be moved to other code; the comment is what people and tools read.
  assertEquals([...actions].filter((action) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action)), []);
});

Deno.test("CI checks and tests version 5, too, with its programs, and no Deno whose version can change", async () => {
  const script = await Deno.readTextFile(".ci/run");
  const [, version] = /npx -y deno@(\S+) task test/.exec(await Deno.readTextFile("README.md")) ?? [];
  for (
    const line of [
      `npx -y deno@${version} task check`,
      `(cd next && npx -y deno@${version} task check)`,
      `run_in . npx -y deno@${version} task test`,
      `run_in next npx -y deno@${version} task test`,
      `run_in next npx -y deno@${version} task test:programs`,
    ]
  ) {
    assertStringIncludes(script, `\n${line}\n`);
  }
  assertEquals(/npm view|deno@(?!\d+\.\d+\.\d+ )/.exec(script), null);
});

Deno.test("images have exact versions, so that the same files start the same programs", async () => {
  for (const path of [".github/workflows/ci.yml", "compose.yaml", "Containerfile"]) {
    const text = await Deno.readTextFile(path);
    const images = [...text.matchAll(/(?:image: |ARG \w+=)(\S+)/g)].map(([, image = ""]) => image);
    assertEquals(images.length > 0, true, path);
    assertEquals(images.filter((image) => !/:(?:v|bin-)?\d+\.\d+(\.\d+)?(-\w+)?$/.test(image)), [], path);
  }
});

Deno.test("Renovate finds every package of deno.json", async () => {
  const { customManagers: [packages] } = JSON.parse(await Deno.readTextFile(".github/renovate.json"));
  const manifest = await Deno.readTextFile("deno.json");
  const found = [...manifest.matchAll(new RegExp(packages.matchStrings[0], "g"))];
  assertEquals(found.length, manifest.match(/: "npm:/g)?.length);
  assertEquals(found.filter(({ groups }) => !/^\d+\.\d+\.\d+$/.test(groups?.currentValue ?? "")), []);
});
