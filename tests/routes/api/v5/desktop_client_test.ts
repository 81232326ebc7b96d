// Reads the responses like the existing desktop launcher: into classes whose fields match in any case, and where a
// field that is missing or of another type is an error.
import { assert, assertEquals } from "@std/assert";
import { startApp } from "@/tests/app.ts";

type Kind = "boolean" | "number" | "string" | "date" | Shape;

interface Shape {
  readonly [field: string]: Kind;
}

const APPLICATION: Shape = { Version: "string", Beta: "boolean", ReleaseDate: "date", Size: "number" };
const CLASSES: readonly (readonly [string, Shape])[] = [
  ["version/app/launcher", { Success: "boolean", Status: "number", Launcher: APPLICATION }],
  ["version/app/reshade", { Success: "boolean", Status: "number", Reshade: APPLICATION }],
  ["version/app/fpsUnlocker", { Success: "boolean", Status: "number", FpsUnlocker: APPLICATION }],
  ["version/app/launcher/resources", { Success: "boolean", Status: "number", Message: "string", Date: "date" }],
];

for (const [path, shape] of CLASSES) {
  Deno.test(`GET /api/v5/app/${path} fills every field of the existing launcher's class`, async () => {
    const call = await startApp();
    const answer = deserialise(await (await call(`/api/v5/app/${path}`)).json(), shape);
    assertEquals([answer.Success, answer.Status], [true, 200]);
  });
}

Deno.test("GET /api/v5/app/… returns errors in a form that the existing launcher can show", async () => {
  const call = await startApp();
  const response = await call("/api/v5/app/version/app/unknown");
  const answer = deserialise(await response.json(), { Success: "boolean", Status: "number", Message: "string" });
  assertEquals([answer.Success, answer.Status], [false, response.status]);
});

function deserialise(json: Record<string, unknown>, shape: Shape): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).map(([field, kind]) => {
      const key = Object.keys(json).find((each) => each.toLowerCase() === field.toLowerCase());
      assert(key !== undefined, `${field} is missing`);
      return [field, toField(json[key], kind, field)];
    }),
  );
}

function toField(value: unknown, kind: Kind, field: string): unknown {
  if (typeof kind === "object") return deserialise(value as Record<string, unknown>, kind);
  assertEquals(typeof value, kind === "date" ? "string" : kind, field);
  if (kind !== "date") return value;
  const date = new Date(String(value));
  // The round-trip format of .NET in UTC.
  assert(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(String(value)) && !isNaN(date.getTime()), field);
  return date;
}
