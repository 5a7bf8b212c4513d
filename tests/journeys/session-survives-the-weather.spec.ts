import type { Page } from "@playwright/test";
import { expect, nightly, test } from "../support/journey.ts";
import { readLink, waitForMail } from "../support/mailbox.ts";
import {
  ageSession,
  createAccount,
  createAddressHeader,
  createCredentials,
  signUp,
  spendLink,
} from "../support/people.ts";

// biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's needs from here
test.use({ extraHTTPHeaders: async ({}, use) => use(createAddressHeader()) });

const title = (page: Page) => page.getByRole("heading", { name: "Tu cuenta", level: 1 });
const refreshes = "**/api/auth/token?grant_type=refresh_token";

for (const [skew, hours, details] of [
  ["two hours ahead", 2, {}],
  ["two hours behind", -2, nightly],
] as const) {
  test(
    `a browser whose clock is ${skew} signs up, confirms, stays signed in and refreshes when due`,
    details,
    async ({ page }) => {
      await page.clock.install({ time: Date.now() + hours * 3_600_000 });
      const person = createCredentials();
      await signUp(page, person);
      await spendLink(page, readLink(await waitForMail(person.email, /Confirma/)), "Confirmar mi cuenta");
      await expect(page).toHaveURL("/");
      let refreshCount = 0;
      page.on("request", (request) => {
        if (request.url().includes("grant_type=refresh_token")) refreshCount += 1;
      });
      await page.goto("/auth#cuenta");
      await expect(title(page)).toBeVisible();
      await expect(page.getByText("Último uso: ahora")).toBeVisible();
      await page.clock.runFor(7 * 60_000);
      expect(refreshCount).toBe(0);
      const refreshResponse = page.waitForResponse(refreshes);
      await page.clock.runFor(2 * 60_000);
      expect((await refreshResponse).status()).toBe(200);
      await page.reload();
      await expect(page.getByRole("region", { name: "Tus sesiones" }).getByRole("listitem")).toHaveCount(1);
    },
  );
}

for (const [rounds, details] of [
  [3, {}],
  [20, nightly],
] as const) {
  test(`two tabs refresh together ${rounds} times and stay signed in`, details, async ({ page, context }) => {
    test.setTimeout(300_000);
    await createAccount(page);
    await page.goto("/auth#cuenta");
    const otherTab = await context.newPage();
    await otherTab.goto("/auth#cuenta");
    for (let round = 0; round < rounds; round++) {
      await ageSession(page);
      await Promise.all([page, otherTab].map((tab) => tab.reload()));
      for (const tab of [page, otherTab]) {
        await expect(
          tab.getByRole("region", { name: "Tus sesiones" }).getByRole("listitem"),
          `round ${round}`,
        ).toHaveCount(1);
      }
    }
  });
}
