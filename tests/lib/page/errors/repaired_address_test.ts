import { assertEquals } from "@std/assert";
import { repairAddress, repairAddresses } from "@/lib/page/errors/repaired_address.ts";
import { startApp } from "@/tests/app.ts";

const BROWSER = { headers: { accept: "text/html" } };

/** Addresses with mistakes, and what a visitor means by them. */
const REPAIRED: Readonly<Record<string, string>> = {
  // Parameters.
  "/cat/Grace?siz=64": "/cat/Grace?size=64",
  "/cat/Grace?siz=3": "/cat/Grace?size=16",
  "/cat/Grace?size=99999&radius=-1": "/cat/Grace?size=1024&radius=1",
  "/cat/Grace?size=64px": "/cat/Grace?size=64",
  "/cat/Grace?size=large&view=face": "/cat/Grace?view=face",
  "/cat/Grace?siz=16&size=64": "/cat/Grace?size=64",
  "/cat/Grace?size=32&size=64": "/cat/Grace?size=32",
  "/cat/Grace?view=head": "/cat/Grace?view=face",
  "/cat/Grace?view=sideways&size=64": "/cat/Grace?size=64",
  "/cat/Grace?background=rde": "/cat/Grace",
  "/cat/Grace?background=mnt": "/cat/Grace?background=mint",
  "/cat/Grace?fins=long&pose=sleeping&mood=winking": "/cat/Grace?pose=sleeping",
  "/cat/Grace.png?motion=on&view=head": "/cat/Grace.svg?motion=on&view=face",
  "/cat/Grace.png?columns=5": "/cat/Grace.txt?columns=10",
  "/cat/Grace.webp?size=card": "/cat/Grace.webp",
  "/cat/Grace?format=webp&siz=64": "/cat/Grace.webp?size=64",
  "/cat/Grace?colour=blak&hat=crwn&viw=fase&siz=1": "/cat/Grace?coat=black&wears=crown&view=face&size=16",
  // Names.
  "/cat/%20?size=64": "/cat/Ada?size=64",
  "/cat/..%20": "/cat/Ada",
  "/cat/%zz": "/cat/%25zz",
  "/cat/a+b+c": "/cat/a%2Bb%2Bc",
  "/cat/C++.gif?view=face": "/cat/C%2B%2B.png?view=face",
  "/cat/Ada.png+Grace": "/cat/Ada+Grace",
  "/cat/Grace.gif?view=face": "/cat/Grace.png?view=face",
  "/cat/Grace%2EGIF": "/cat/Grace.png",
  [`/cat/${"%F0%9F%A6%8A".repeat(65)}.webp`]: `/cat/${"%F0%9F%A6%8A".repeat(64)}.webp`,
  // Groups.
  "/cat/Ada,.png": "/cat/Ada.png",
  "/cat/dog:Rex,?size=64": "/dog/Rex?size=64",
  "/cat/Ada,,dog:Rex+Fido?size=5000": "/cat/Ada,dog:Rex+Fido?size=512",
  "/cat/Ada.png,Grace": "/cat/Ada,Grace.png",
  "/cat/Ada,Grace.txt?size=64": "/cat/Ada,Grace.png?size=64",
  "/cat/a,b,c,d,e,f,g,h,i,j,k,l,m%2C": "/cat/a,b,c,d,e,f,g,h,i,j,k,l",
  // Any animal.
  "/cat?seed=Ada.png&wears=crwn": "/cat?seed=Ada&wears=crown",
  "/random?name=Ada%2BGrace%2BZoe": "/random?seed=Ada%2BGrace",
  "/fish?seed=a&seed=b": "/fish?seed=a",
};

Deno.test("repairAddress() returns what a visitor means, with the same name and parameters", () => {
  for (const [address, expected] of Object.entries(REPAIRED)) {
    assertEquals(repairAddress(new URL(address, "http://localhost")), expected, address);
  }
});

Deno.test("repairAddress() returns addresses that work", async () => {
  await using app = await startApp({ RATE_LIMIT: "off" });
  for (const address of Object.keys(REPAIRED)) {
    const [wrong, repaired] = await Promise.all(
      [address, repairAddress(new URL(address, "http://localhost"))].map(async (each) => {
        const response = await app(each, BROWSER);
        await response.body?.cancel();
        return response.ok || response.status === 302;
      }),
    );
    assertEquals([wrong, repaired], [false, true], address);
  }
});

Deno.test("repairAddress() returns an address without mistakes, or of no animal, as it is", () => {
  for (const address of ["/cat/Ada?size=64&utm_source=x", "/cat/Ada+Grace,dog:Rex.png", "/cat", "/docs?siz=64", "/"]) {
    assertEquals(repairAddress(new URL(address, "http://localhost")), address);
  }
});

Deno.test("repairAddress() gives up on an address with very many mistakes", () => {
  const query = ["siz", "viw", "mod", "pos", "wers", "coats", "heads", "earz", "eyez", "radus", "colums", "colrs"];
  const address = `/cat/Grace?${query.map((name) => `${name}=x`).join("&")}`;
  assertEquals(repairAddress(new URL(address, "http://localhost")), "/cat/Ada");
});

Deno.test("repairAddress() does not repair a long address", () => {
  const address = `/cat/Grace?siz=64&q=${"a".repeat(1000)}`;
  assertEquals(repairAddress(new URL(address, "http://localhost")), "/cat/Ada");
});

Deno.test("repairAddresses() repairs a query once, and leaves it out where it is wrong", () => {
  const url = new URL("/hamster/Ada?siz=64&pattern=tabby", "http://localhost");
  const repaired = repairAddresses(url, ["/cat/Ada", "/cat/Ada.png", "/dog/Ada"]);
  assertEquals(repaired, ["/cat/Ada?size=64&pattern=tabby", "/cat/Ada.png?size=64&pattern=tabby", "/dog/Ada"]);
});
