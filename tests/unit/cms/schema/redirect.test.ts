import type { SanityDocument } from "@sanity/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProblems } from "#cms/seed/validate.ts";
import { startSanity } from "#local/sanity/server.ts";
import { contentSource, createReader } from "../../../support/content-client.ts";

const createRedirect = (_id: string, from: string) => ({
  _id,
  _type: "redirect",
  from,
  to: { _type: "reference", _ref: "cctv" },
  language: "es",
});

let sanity: Awaited<ReturnType<typeof startSanity>>;
let problems: (id: string, from: string) => Promise<string[]>;
beforeAll(async () => {
  sanity = await startSanity({
    ...contentSource,
    port: 0,
    documents: [createRedirect("cameras", "/camaras")],
  });
  const client = createReader(sanity.origin);
  problems = (id, from) => findProblems(createRedirect(id, from) as unknown as SanityDocument, client);
});
afterAll(() => sanity.close());

const findAddressProblems = async (id: string, from: string) =>
  (await problems(id, from)).filter((problem) => problem.startsWith("from"));

test.each([
  ...["/servicios/camaras", "/index.php", "/contacto-2", "/Cámaras/", "/c%C3%A1maras", "/?page_id=12"],
  ...["/index.php?id=7&lang=es", "/Servicios/CCTV.aspx", "/ñandú_1"],
  ...["https://www.guaria.example/servicios/cctv", "/servicios/ ", "/c%E1maras"],
])("%s can be an old address", async (from) => {
  expect(await findAddressProblems("new", from)).toEqual([]);
});

test.each([
  "/contacto",
  "/Contacto/",
  "/en/privacy",
  "/sitemap.xml",
  "/api/contact",
  "/assets/a.js",
  "/pictures/a.webp",
  "https://www.guaria.example/contacto",
])("rejects %s: the site itself uses this address", async (from) => {
  expect(await findAddressProblems("new", from)).toEqual(["from: That address belongs to the site itself."]);
});

test.each(["camaras", "//guaria.example/a", "https://guaria.example", "/a b", "/%zz"])(
  "rejects %s: it is no address within a site",
  async (from) => {
    expect(await findAddressProblems("new", from)).toEqual([
      "from: Write an address within the site, such as /servicios/cctv.",
    ]);
  },
);

test("an old address belongs to one redirect, including its draft", async () => {
  const takenProblems = ["from: Another redirect already starts at that address."];
  for (const spelling of ["/camaras", "/Camaras/", "/CAMARAS", "https://www.guaria.example/camaras "])
    expect(await findAddressProblems("new", spelling)).toEqual(takenProblems);
  expect(await findAddressProblems("drafts.new", "/camaras")).toEqual(takenProblems);
  expect(await findAddressProblems("cameras", "/camaras")).toEqual([]);
  expect(await findAddressProblems("drafts.cameras", "/camaras")).toEqual([]);
});
