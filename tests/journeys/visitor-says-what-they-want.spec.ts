import type { Page } from "@playwright/test";
import { getOfferedDays, toCompanyDay } from "#functions/contract/meeting.ts";
import { enterInbox } from "../support/inbox.ts";
import { createSender, expect, nightly, test } from "../support/journey.ts";
import { getLaunchSection } from "../support/launch-copy.ts";
import { createAddressHeader } from "../support/people.ts";

// Every test has its own network address, because many messages from one network count as a flood.
// biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's needs from here
test.use({ extraHTTPHeaders: async ({}, use) => use(createAddressHeader()) });

const { plans } = getLaunchSection<{
  plans: { name: { es: string; en: string }; button: { es: string; en: string } }[];
}>("technical-support", "plans");
const [basic] = plans as [(typeof plans)[number]];
const { first: day } = getOfferedDays(toCompanyDay(new Date()));

const field = (page: Page, name: string) => page.locator(`form [name=${name}]`);
const getMainLink = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name }).first();
/** Lists the first texts of the WhatsApp chats that links open. */
const listChatTexts = (page: Page, within = "main") =>
  page
    .locator(`${within} a[href^="https://wa.me/"]`)
    .evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get("text")),
    );

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    for (const [address, button, service, asksToMeet] of [
      ["/gestion-de-reputacion", "Agenda una reunión", "reputation", true],
      ["/soporte-tecnico", "Enviar mensaje", "technical-support", false],
    ] as const) {
      const title = `“${button}” of ${address} chooses ${service}${asksToMeet ? ", and asks for a day" : ""}`;
      test(title, async ({ page }) => {
        await page.goto(address);
        await getMainLink(page, button).click();
        await expect(page).toHaveURL(/\/contact/);
        await expect(field(page, "service")).toHaveValue(service);
        await expect(field(page, "meeting_day")).toBeVisible({ visible: asksToMeet });
        await expect(page.locator("form [data-intent]")).toHaveText(asksToMeet ? /^Reunión · ./ : /^[^·]+$/);
        await expect(field(page, "plan")).toBeVisible({ visible: service === "technical-support" });
        // The page removes the choice from its address, so that later choices stay.
        if (javaScriptEnabled) await expect(page).toHaveURL(/\/contacto?#formulario$/);
        await expect(page.locator("#formulario")).toBeInViewport();
      });
    }

    for (const [language, address, statusText] of [
      ["es", "/soporte-tecnico", "Elegiste el plan"],
      ["en", "/en/technical-support", "You chose the"],
    ] as const) {
      const details = (language === "es") === javaScriptEnabled ? {} : nightly;
      test(
        `the chosen plan is in the contact section, the form and the chat (${language})`,
        details,
        async ({ page }) => {
          await page.goto(address);
          const chosenPlan = page.getByRole("status").filter({ hasText: statusText });
          await expect(chosenPlan).toHaveCount(0);
          await page.getByRole("link", { name: basic.button[language], exact: true }).click();
          await expect(chosenPlan).toBeInViewport();
          await expect(chosenPlan).toContainText(basic.name[language]);
          expect(await listChatTexts(page, "main [role=status]:target")).toEqual([
            expect.stringContaining(basic.name[language]),
          ]);
          // Every link of the section to the form and to the chat carries the plan.
          const section = page.locator("section", { has: chosenPlan });
          const visibleLinks = section.getByRole("link").filter({ visible: true });
          const hrefs = await visibleLinks.evaluateAll((links) =>
            links.map((link) => (link as HTMLAnchorElement).href),
          );
          const planLinks = hrefs.filter((href) => /contact|wa\.me/.test(href));
          expect(planLinks.length).toBeGreaterThanOrEqual(4);
          for (const href of planLinks) {
            expect(decodeURIComponent(href.replaceAll("+", " "))).toMatch(
              new RegExp(`${basic.name.es}|${basic.name[language]}`),
            );
          }
          await section
            .getByRole("link", { name: { es: "Enviar mensaje", en: "Send a message" }[language] })
            .filter({ visible: true })
            .click();
          await expect(field(page, "service")).toHaveValue("technical-support");
          await expect(field(page, "plan")).toHaveValue(basic.name.es);
          await expect(field(page, "plan").locator("option:checked")).toHaveText(basic.name[language]);
          const line = { es: `Plan ${basic.name.es}`, en: `${basic.name.en} plan` }[language];
          await expect(page.locator("form [data-intent]")).toHaveText(line);
        },
      );
    }

    test(
      "a chat begins with the page that the visitor was on",
      javaScriptEnabled ? {} : nightly,
      async ({ page }) => {
        for (const [address, expectedText] of [
          ["/", "Hola, les escribo desde su sitio."],
          ["/sistemas-cctv", "Hola, les escribo desde su sitio. Me interesa: Sistemas CCTV."],
          ["/en/cctv-systems", "Hi, I’m writing from your website. I’m interested in: CCTV systems."],
        ] as const) {
          await page.goto(address);
          const chatTexts = await listChatTexts(page, "body");
          expect(chatTexts.length).toBeGreaterThan(1);
          expect(new Set(chatTexts)).toEqual(new Set([expectedText]));
        }
      },
    );

    test(
      "the chat beside the form begins with the choices in the form, in both languages",
      javaScriptEnabled ? {} : nightly,
      async ({ page }) => {
        const formSection = page.locator("section", { has: page.locator("form") });
        const expectChatText = async (text: string) => {
          const link = formSection.getByRole("link", { name: "WhatsApp" });
          const readChatText = async () =>
            new URL((await link.getAttribute("href")) ?? "").searchParams.get("text");
          // The form of the other language has the choices once its page has hydrated.
          await expect.poll(readChatText).toBe(text);
        };
        await page.goto("/contacto");
        await expectChatText("Hola, les escribo desde su sitio.");
        await field(page, "service").selectOption("seo-consulting");
        await expectChatText("Hola, les escribo desde su sitio. Me interesa: Consultoría SEO.");
        await field(page, "service").selectOption("technical-support");
        await field(page, "plan").selectOption(basic.name.es);
        await expectChatText(`Hola, les escribo desde su sitio. Me interesa el plan ${basic.name.es}.`);
        await field(page, "plan").selectOption("");
        await expectChatText("Hola, les escribo desde su sitio. Me interesa: Soporte técnico.");
        await field(page, "service").selectOption("");
        await expectChatText("Hola, les escribo desde su sitio.");

        await page.goto("/contacto?service=cctv");
        await expectChatText("Hola, les escribo desde su sitio. Me interesa: Sistemas CCTV.");
        await page.getByRole("banner").getByRole("link", { name: "English" }).click();
        await expect(page).toHaveURL(/\/en\/contact(\?service=cctv)?(#formulario)?$/);
        await expectChatText("Hi, I’m writing from your website. I’m interested in: CCTV systems.");
      },
    );
  });
}

test("typed text and manual choices stay until another button asks for something else", async ({ page }) => {
  await page.goto("/contacto?service=technical-support&plan=TI+B%C3%A1sico");
  await field(page, "name").fill("Ana Mora");
  await expect(field(page, "plan")).toHaveValue("TI Básico");
  await field(page, "service").selectOption("seo-consulting");
  await page.reload();
  await expect(field(page, "service")).toHaveValue("seo-consulting");
  await page.getByRole("banner").getByRole("link", { name: "English" }).click();
  await expect(field(page, "service")).toHaveValue("seo-consulting");

  await page.goto("/en/cctv-systems");
  await getMainLink(page, "Contact Now").click();
  await expect(field(page, "service")).toHaveValue("cctv");
  // The plan belonged to another service.
  await expect(field(page, "plan")).toHaveValue("");
  await expect(field(page, "name")).toHaveValue("Ana Mora");
});

test("a plan and a meeting requested without JavaScript are in the inbox, and searchable by the reference", async ({
  browser,
  page,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    extraHTTPHeaders: createAddressHeader(),
  });
  const visitorPage = await context.newPage();
  const sender = createSender();
  await visitorPage.goto(
    `${process.env.SITE}/contacto?service=technical-support&plan=TI+B%C3%A1sico&meeting=1`,
  );
  await field(visitorPage, "name").fill(sender.name);
  await field(visitorPage, "email").fill(sender.email);
  await field(visitorPage, "meeting_day").fill(day);
  await field(visitorPage, "meeting_part").selectOption("afternoon");
  await visitorPage.getByRole("button", { name: "Enviar mensaje" }).click();
  await expect(visitorPage).toHaveURL(/#enviado$/);
  await context.close();

  await enterInbox(page, `/buzon?q=${sender.email.replace(/@.*/, "")}`);
  await page.getByText(sender.name, { exact: true }).first().click();
  const message = page.getByRole("article");
  const getValue = (label: string) => message.locator("dl > div").filter({ hasText: label }).locator("dd");
  await expect(getValue("Plan")).toHaveText("TI Básico");
  const dayFormat = new Intl.DateTimeFormat("es-CR", { dateStyle: "full", timeZone: "UTC" });
  await expect(getValue("Día para reunirse")).toHaveText(dayFormat.format(new Date(day)));
  await expect(getValue("Momento del día")).toHaveText("Por la tarde");
  const reference = (await getValue("Referencia").textContent()) ?? "";
  await page.getByRole("searchbox").fill(reference);
  await expect(page.getByText(sender.name, { exact: true }).first()).toBeVisible();
});
