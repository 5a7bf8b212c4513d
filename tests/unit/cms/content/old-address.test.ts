import { expect, test } from "vitest";
import { isSameOldAddress, toOldAddressKey } from "#cms/content/old-address.ts";

test.each([
  ["/servicios/cctv", "/servicios/cctv"],
  ["/Servicios/CCTV/", "/servicios/cctv"],
  ["/c%C3%A1maras", "/cámaras"],
  ["/ca\u0301maras//", "/cámaras"],
  ["/?page_id=12", "?page_id=12"],
  ["/index.php?ID=7", "/index.php?ID=7"],
  ["/a#b", "/a"],
  ["/", null],
  ["//otro.example/a", null],
  ["camaras", null],
  ["/a b", null],
  ["/%zz", null],
  ["https://guaria.example/a", "/a"],
  ["https://www.guaria.example/servicios/cctv", "/servicios/cctv"],
  ["HTTP://www.guaria.example:8080/Servicios/?id=1#top", "/servicios?id=1"],
  ["https://guaria.example?page_id=12", "?page_id=12"],
  ["https://guaria.example", null],
  ["https://guaria.example//a", null],
  ["https:///a", null],
  ["ftp://guaria.example/a", null],
  ["/servicios/ ", "/servicios"],
  ["\u00a0/servicios\n", "/servicios"],
  ["/c%E1maras", "/cámaras"],
  ["https://www.guaria.example/Dise%F1o%20web", "/diseño web"],
  ["/a%80", null],
  ["/%e1%zz", null],
])("the key of %j is %j", (address, key) => {
  expect(toOldAddressKey(address)).toBe(key);
});

test("ignores the spelling of an address, but not its query", () => {
  expect(isSameOldAddress("/Cámaras/", "/c%C3%A1maras")).toBe(true);
  expect(isSameOldAddress("/a?id=1", "/a?id=2")).toBe(false);
});
