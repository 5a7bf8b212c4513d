import type { Page } from "@playwright/test";
import { createAdministrator, enterInbox, getRows, withdrawRole } from "../support/inbox.ts";
import { createSender, expect, nightly, test } from "../support/journey.ts";
import { watchLayoutShifts } from "../support/layout-shifts.ts";
import { waitForMail } from "../support/mailbox.ts";
import { createAccount } from "../support/people.ts";

// An ended session answers 401, its refresh 400 and its sign-out 403.
test.use({ expectedErrors: /404|40[013] .*\/api\/(profile|auth\/(token|logout))/ });

const header = (page: Page) => page.getByRole("banner");
const inboxLink = (page: Page, name = "Buzón") => header(page).getByRole("link", { name, exact: true });

/** Lists the label, position and size of every link and button in the header. */
const listPositions = (page: Page) =>
  header(page)
    .locator("a, button")
    .evaluateAll((elements) =>
      elements.flatMap((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return width > 0 ? [[element.textContent || element.ariaLabel, x, y, width, height].join(" ")] : [];
      }),
    );

/** Returns the pixels between the brand's link and the inbox link after it. */
async function measureGapAfterBrand(page: Page, name: string): Promise<number> {
  const [brand, inbox] = await Promise.all(
    [header(page).getByRole("link").first(), inboxLink(page, name)].map((link) => link.boundingBox()),
  );
  return (inbox?.x ?? 0) - ((brand?.x ?? 0) + (brand?.width ?? 0));
}

test("an administrator finds the inbox in the header of every page, in its language", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterInbox(page, "/buzon");
  await expect(inboxLink(page)).toHaveAttribute("aria-current", "page");
  for (const address of ["/", "/seo-consulting", "/contacto", "/no-existe", "/auth#cuenta"]) {
    await page.goto(address);
    await expect(inboxLink(page)).toHaveAttribute("href", "/buzon");
    await expect(inboxLink(page)).toBeVisible();
  }
  for (const address of ["/en", "/en/does-not-exist"]) {
    await page.goto(address);
    await inboxLink(page, "Inbox").click();
    await expect(page).toHaveURL("/en/inbox");
    await expect(page.getByRole("searchbox")).toBeVisible();
  }

  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/");
  await expect(inboxLink(page)).toBeHidden();
  await header(page).getByRole("button", { name: "Menú" }).click();
  await inboxLink(page).click();
  await expect(page).toHaveURL("/buzon");
});

test(
  "the inbox link shifts nothing in the header, for visitors and for administrators",
  nightly,
  async ({ page }) => {
    const shifts = await watchLayoutShifts(page);
    // 960 px is the narrowest header with the menu's links beside the brand.
    const views = [
      { address: "/en", width: 360 },
      { address: "/en", width: 960 },
      { address: "/en", width: 1280 },
      { address: "/", width: 960 },
    ];
    const visitViews = async () => {
      const positions = [];
      for (const { address, width } of views) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(address);
        await expect(page.locator("html[data-administrator]")).toHaveCount(isIn ? 1 : 0);
        positions.push(await listPositions(page));
        if (isIn && width >= 960)
          expect(await measureGapAfterBrand(page, address === "/" ? "Buzón" : "Inbox")).toBeGreaterThan(0);
        expect(await shifts()).toEqual([]);
      }
      return positions;
    };
    let isIn = false;
    const visitorPositions = await visitViews();
    await enterInbox(page, "/buzon");
    isIn = true;
    const administratorPositions = await visitViews();
    const added = administratorPositions.map((items, viewIndex) =>
      items.filter((item) => !visitorPositions[viewIndex]?.includes(item)),
    );
    expect(added.map((items) => items.map((item) => item.split(" ")[0]))).toEqual([
      [],
      ["Inbox"],
      ["Inbox"],
      ["Buzón"],
    ]);
    for (const [viewIndex, items] of visitorPositions.entries())
      expect(administratorPositions[viewIndex]).toEqual(expect.arrayContaining(items));
  },
);

test("signing out removes the inbox link in every tab", nightly, async ({ page, context }) => {
  await enterInbox(page, "/buzon");
  const otherTab = await context.newPage();
  await otherTab.goto("/");
  await expect(inboxLink(otherTab)).toBeVisible();
  await page.getByRole("button", { name: "Cerrar sesión" }).click();
  await expect(page).toHaveURL("/");
  await expect(inboxLink(page)).toBeHidden();
  await expect(inboxLink(otherTab)).toBeHidden();
});

test(
  "an administrator whose role is withdrawn is signed out and loses the inbox link, and a user never has it",
  nightly,
  async ({ page }) => {
    const email = await createAdministrator();
    await enterInbox(page, "/buzon", email);
    await page.goto("/");
    await expect(inboxLink(page)).toBeVisible();
    await withdrawRole(email);
    await inboxLink(page).click();
    await expect(page).toHaveURL(/\/auth/);
    await page.goto("/");
    await expect(header(page)).toBeVisible();
    await expect(inboxLink(page)).toBeHidden();

    await page.evaluate(() => localStorage.clear());
    await createAccount(page);
    await expect(header(page)).toBeVisible();
    await expect(inboxLink(page)).toBeHidden();
  },
);

test("the link in a notice opens its message, also after a sign-in", async ({ page, administrator }) => {
  const sender = createSender();
  await page.goto("/en/contact");
  await page.getByLabel("Name").fill(sender.name);
  await page.getByLabel("Email").fill(sender.email);
  await page.getByLabel("Message").fill("We would like a quote for twelve cameras.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Message sent", { exact: true })).toBeVisible();

  const mail = await waitForMail(administrator.email, new RegExp(sender.name));
  const link = /https?:\/\/\S+\/buzon\S*/.exec(mail.text)?.[0] ?? "";
  expect(mail.html).toContain(`href="${link}"`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterInbox(page, link);
  await expect(page).toHaveURL(link);
  const openedMessage = page.getByRole("article", { name: sender.name });
  await expect(openedMessage).toContainText("We would like a quote for twelve cameras.");
  await expect(getRows(page).first()).toBeVisible();
});
