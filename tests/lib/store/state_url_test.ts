import { assertEquals } from "@std/assert";
import { isStateUrl, parseRedisUrl, parseStateUrl } from "@/lib/store/state_url.ts";

Deno.test("parseRedisUrl() returns the parts of a URL, and defaults for those that are missing", () => {
  assertEquals(parseRedisUrl("redis://localhost"), {
    isEncrypted: false,
    host: "localhost",
    port: 6379,
    username: "",
    password: "",
    database: 0,
  });
  assertEquals(parseRedisUrl("rediss://paw:p%40ss%2F%C3%A4@[2001:db8::1]:6380/15"), {
    isEncrypted: true,
    host: "2001:db8::1",
    port: 6380,
    username: "paw",
    password: "p@ss/ä",
    database: 15,
  });
});

Deno.test("isStateUrl() accepts Deno KV and Redis, and no other form", () => {
  const good = ["kv:", "kv:state.db", "kv:/var/lib/a b.db", "kv:C:\\state.db", "redis://h/", "redis://:p@h:1/0"];
  assertEquals(good.filter((url) => !isStateUrl(url)), []);
  const bad = [
    ...[
      "",
      "memory",
      "kv",
      "KV:",
      "kv://state.db",
      "kv:https://x/",
      "kv:FILE:///x",
      "mysql://h",
      "valkey://h",
      "redis:h",
    ],
    ...["redis:", "redis:/h", "redis://", "redis:///", "redis:///1", "redis://?x", "Redis://h", " redis://h"],
    ...["redis://h:0", "redis://h:99999", "redis://h:", "redis://h:x", "redis://:6379", "redis://::1", "redis://[::1"],
    ...["redis://h/abc", "redis://h/-1", "redis://h/1/2", "redis://h/1.5", "redis://h/999999", "redis://h/%31"],
    ...["redis://h1,h2", "rediss://h1:1,h2:2/0", "redis://h,"],
    ...["redis://password@h", "redis://a:b@c:d@h", "redis://:%zz@h", "redis://:a/b@h", "redis://:a#b@h", "redis://h h"],
    ...["redis://h?prefix=x", "redis://h/0?prefix=x", "redis://h?", "redis://h?db=1", "redis://h#1"],
    ...["redis-sentinel://h/main", "redis+sentinel://h/main", "redis-cluster://h", "rediss-cluster://h", "猫://h"],
    ...[`redis://${"h".repeat(9)}\u0000`, "redis://ü"],
  ];
  assertEquals(bad.filter(isStateUrl), []);
});

Deno.test("parseStateUrl() returns the engine, and the file if there is one, whatever its name", () => {
  assertEquals(["", "kv:", "redis://h", "rediss://h"].map(parseStateUrl), [
    { engine: "memory" },
    { engine: "kv" },
    { engine: "redis" },
    { engine: "redis" },
  ]);
  const files = ["state.db", "/var/lib/a b.db", "a\nb"];
  assertEquals(
    files.map((file) => parseStateUrl(`kv:${file}`)),
    files.map((file) => ({ engine: "kv" as const, file })),
  );
});
