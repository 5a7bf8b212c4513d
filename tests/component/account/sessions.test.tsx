import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { createFakeApi } from "../../support/fake-api.ts";
import { mountSignIn } from "../../support/mount.tsx";

const sessions = page.getByRole("region", { name: "Tus sesiones" }).getByRole("listitem");

test("all other sessions of the account end at once, and those of other accounts stay", async () => {
  const api = createFakeApi();
  const otherAccount = api.accounts.addAccount({ email: "luis@example.com", password: "otra frase larga" });
  const foreignSession = api.accounts.startSession(otherAccount, "password");
  api.accounts.startSession(api.account, "password");
  api.accounts.startSession(api.account, "password");
  await mountSignIn({ api, address: "/auth#cuenta", isSignedIn: true });
  const ownSession = api.accounts.getSessions().at(-1);
  await expect.element(sessions).toHaveLength(3);
  await page.getByRole("button", { name: "Cerrar las demás sesiones" }).click();
  await expect.element(page.getByText("Las demás sesiones se cerraron", { exact: true })).toBeVisible();
  await expect.element(sessions).toHaveLength(1);
  await expect.element(sessions).toMatchTextContent(/Esta sesión/);
  expect(api.accounts.getSessions().map(({ id }) => id)).toEqual([foreignSession.id, ownSession?.id]);
});
