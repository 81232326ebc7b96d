import { assertEquals } from "@std/assert";
import { isStateUrl, parseRedisUrl } from "@/lib/store/state_url.ts";

const LOGIN = { username: "", password: "" };

Deno.test("parseRedisUrl() returns the parts of each form", () => {
  assertEquals(parseRedisUrl("redis://localhost"), {
    ...LOGIN,
    scheme: "redis",
    hosts: [{ host: "localhost", port: 6379 }],
    path: "",
    prefix: "pawkit",
  });
  assertEquals(parseRedisUrl("rediss://paw:p%40ss%2F%C3%A4@[2001:db8::1]:6380/15?prefix=blue"), {
    scheme: "rediss",
    hosts: [{ host: "2001:db8::1", port: 6380 }],
    username: "paw",
    password: "p@ss/ä",
    path: "15",
    prefix: "blue",
  });
  assertEquals(parseRedisUrl("redis-sentinel://:secret@s1,s2:5000/main?prefix=a.b-c_1"), {
    scheme: "redis-sentinel",
    hosts: [{ host: "s1", port: 26379 }, { host: "s2", port: 5000 }],
    username: "",
    password: "secret",
    path: "main",
    prefix: "a.b-c_1",
  });
  const cluster = parseRedisUrl("redis-cluster://10.0.0.1,10.0.0.2:7000");
  assertEquals(cluster?.hosts, [{ host: "10.0.0.1", port: 6379 }, { host: "10.0.0.2", port: 7000 }]);
});

Deno.test("isStateUrl() accepts Deno KV, Redis, Sentinel and Cluster, and no other form", () => {
  const good = ["kv:", "kv:state.db", "kv:/var/lib/a b.db", "kv:C:\\state.db", "redis://h/", "redis://h:1/0?prefix=x"];
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
    ...["redis:", "redis:/h", "redis://", "redis:///", "redis:///1", "redis://?prefix=a", "Redis://h", " redis://h"],
    ...["redis://h:0", "redis://h:99999", "redis://h:", "redis://h:x", "redis://:6379", "redis://::1", "redis://[::1"],
    ...["redis://h/abc", "redis://h/-1", "redis://h/1/2", "redis://h/1.5", "redis://h/999999", "redis://h/%31"],
    ...["redis://h1,h2", "rediss://h1:1,h2:2/0", "redis://h,", "redis-cluster://h1,,h2", "redis-cluster://,"],
    ...["redis://password@h", "redis://a:b@c:d@h", "redis://:%zz@h", "redis://:a/b@h", "redis://:a#b@h", "redis://h h"],
    ...["redis://h?prefix=", "redis://h?prefix=a b", "redis://h?prefix={a}", "redis://h?db=1", "redis://h#1"],
    ...[`redis://h?prefix=${"a".repeat(65)}`, "redis://h?prefix=a&prefix=b", "redis://h?PREFIX=a", "redis://h?x"],
    ...["redis-sentinel://h", "redis-sentinel://h/", "redis-sentinel:///main", "redis-sentinel://h/a/b"],
    ...["redis-cluster://h/0", "redis+cluster://h", "redis-Cluster://h", "rediss-cluster://h", "redis-x://h", "猫://h"],
    ...["toString://h", "__proto__://h", `redis://${"h".repeat(9)}\u0000`, "redis://ü"],
  ];
  assertEquals(bad.filter(isStateUrl), []);
});
