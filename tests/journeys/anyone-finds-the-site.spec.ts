import { expect, test } from "../support/journey.ts";

const decodeEntities = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&#x27;", "'");
const listMatches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((match) => decodeEntities(match[1] ?? ""));

/** The allowed forms of addresses outside the site, which the test does not visit. */
const externalForms = [
  /^mailto:[^@\s]+@[^@\s]+\.[a-z]+$/,
  /^tel:\+\d{8,15}$/,
  /^https:\/\/wa\.me\/\d{8,15}\?text=(Hola|Hi)%2C[\w.%-]+$/,
  /^https:\/\/www\.instagram\.com\/[\w.]+\/$/,
  /^https:\/\/schema\.org$/,
];

test("every link on every page leads to a page without a redirect, to an existing anchor or to a file", async ({
  request,
  baseURL,
}, { annotations }) => {
  const site = `${baseURL}`;
  const visited = new Map<string, { status: number; text: string }>();
  const internalLinks: { from: string; to: string }[] = [];
  const externalLinks = new Set<string>();
  const queue = [
    { from: "the start", to: "/" },
    { from: "the start", to: "/sitemap.xml" },
  ];

  for (const link of queue) {
    const [address = ""] = link.to.split("#");
    if (visited.has(address)) continue;
    const answer = await request.get(site + address, { maxRedirects: 0 });
    const type = answer.headers()["content-type"] ?? "";
    const text = /html|xml|json/.test(type) ? await answer.text() : "";
    visited.set(address, { status: answer.status(), text });

    const foundAddresses = [
      ...listMatches(text, /(?:href|src|action)="([^"]*)"/gi),
      ...listMatches(text, /srcset="([^"]*)"/gi).flatMap((set) =>
        set.split(", ").map((candidate) => candidate.split(" ")[0] ?? ""),
      ),
      ...listMatches(text, /<(?:loc)>(.*?)<\/loc>/g),
      ...listMatches(text, /property="og:image" content="([^"]*)"/g),
      ...(address.endsWith(".webmanifest") ? listMatches(text, /"src":"([^"]*)"/g) : []),
    ];
    for (const name of new Set(foundAddresses)) {
      const to = name.startsWith(site) ? name.slice(site.length) || "/" : name;
      if (to.startsWith("#")) internalLinks.push({ from: address, to: address + to });
      else if (to.startsWith("/") && !to.startsWith("/api/")) {
        internalLinks.push({ from: address, to });
        queue.push({ from: address, to });
      } else if (!to.startsWith("/api/")) externalLinks.add(`${to} in ${address}`);
    }
  }

  const broken = internalLinks.filter(({ to }) => {
    const [address = "", fragment] = to.split("#");
    const target = visited.get(address);
    return target?.status !== 200 || (fragment && !target.text.includes(` id="${fragment}"`));
  });
  expect(broken).toEqual([]);
  const unexpectedLinks = [...externalLinks].filter(
    (externalLink) => !externalForms.some((shape) => shape.test(externalLink.split(" in ")[0] ?? "")),
  );
  expect(unexpectedLinks).toEqual([]);
  const documents = [...visited.values()].filter(({ text }) => text.startsWith("<!doctype html>")).length;
  expect(documents).toBeGreaterThanOrEqual(18);
  annotations.push({
    type: "crawled",
    description: `${internalLinks.length} links on ${documents} pages to ${visited.size} addresses, ${broken.length} broken; ${externalLinks.size} links elsewhere`,
  });
});

test("structured data is complete, and the content policy does not block it", async ({ page }) => {
  const policyErrors: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) policyErrors.push(message.text());
  });
  await page.goto("/marketing-digital");
  const types = await page
    .locator('script[type="application/ld+json"]')
    .evaluate((element) =>
      JSON.parse(element.textContent ?? "")["@graph"].map((node: { "@type": string }) => node["@type"]),
    );
  expect(types).toEqual([
    "ProfessionalService",
    "WebSite",
    "WebPage",
    "Service",
    "FAQPage",
    "BreadcrumbList",
  ]);
  expect(policyErrors).toEqual([]);
});

test("the share metadata of a page names the page and its share card", async ({ page, request }) => {
  for (const address of ["/", "/en/cctv-systems"]) {
    await page.goto(address);
    const content = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute("content");
    expect(await content("url")).toBe(page.url());
    const image = await request.get((await content("image")) ?? "");
    expect(image.status()).toBe(200);
    expect(image.headers()["content-type"]).toBe("image/jpeg");
  }
});
