import { expect, test } from "vitest";
import { findLaunchGaps, type LaunchContent, launchQuery } from "#cms/launch/gaps.ts";
import type { SeedDocument } from "#cms/seed/documents.ts";
import { startSanityWith } from "../../../local/sanity/clients.ts";
import { changeDocument, copy, createEditorPage, section } from "../../../support/copy.ts";
import { startForTest } from "../../../support/suite.ts";

/** Returns the gaps of the published documents, each with its fields as `document path`. */
async function listGaps(documents: readonly SeedDocument[]) {
  const { visitor } = await startForTest(() => startSanityWith(documents));
  const content = await visitor.fetch<LaunchContent>(launchQuery);
  return findLaunchGaps(content).map(({ kind, fields }) => [
    kind,
    ...fields.map(({ id, path }) => `${id} ${path}`),
  ]);
}

/** The copy without its page that has every type of section. */
const withoutProof = copy.filter(({ _id }) => _id !== "privacy");

const addSections = (documents: readonly SeedDocument[], page: string, ...sections: object[]) =>
  changeDocument(documents, page, (document) => (document.sections as object[]).push(...sections));
const addHours = (documents: readonly SeedDocument[]) =>
  changeDocument(documents, "siteSettings", (settings) => {
    settings.hours = [{ _key: "week", days: ["mon"], opens: "08:00", closes: "17:00" }];
  });
const addService = (documents: readonly SeedDocument[], page: string, price?: object) =>
  changeDocument(documents, page, (document) => Object.assign(document, { isService: true, price }));
const items = (...entries: object[]) => ({ items: entries });

test("lists what the site lacks, with the empty section that can hold it, the home page first", async () => {
  const withEmptySections = addSections(
    addSections(withoutProof, "cctv", section("proof", "cases", items()), section("voices", "testimonials")),
    "home",
    section("story", "cases"),
  );
  expect(await listGaps(addService(withEmptySections, "cctv"))).toEqual([
    ["people", "home sections"],
    ["cases", 'home sections[_key=="story"].items'],
    ["testimonials", 'cctv sections[_key=="voices"].items'],
    ["hours", "siteSettings hours"],
    ["prices", "cctv price"],
  ]);
});

test("lists nothing once one page shows people, a case and a testimonial, with hours and prices", async () => {
  const filled = addSections(
    addHours(copy),
    "cctv",
    ...["people", "cases", "testimonials"].map((kind) => section(kind, kind, items({ _key: "a" }))),
  );
  const amount = { amount: 25_000, currency: "CRC", per: "month" };
  expect(await listGaps(addService(filled, "cctv", amount))).toEqual([]);
  const plans = section("plans", "plans", { plans: [{ _key: "a" }, { _key: "b", price: amount }] });
  expect(await listGaps(addSections(addService(filled, "cctv"), "cctv", plans))).toEqual([]);
});

test("lists the price of a service that editors added", async () => {
  const about = { ...createEditorPage("about", "/sobre", "/en/about"), isService: true };
  expect(await listGaps([...copy, about as SeedDocument])).toContainEqual(["prices", "about price"]);
});
