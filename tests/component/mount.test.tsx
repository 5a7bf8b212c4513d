import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeAdministrator } from "../support/fake-api.ts";
import { expectConsoleErrors, mountContent, mountInbox, mountSignIn } from "../support/mount.tsx";

test("the sign-in page signs in and opens the requested inbox", async () => {
  const mounted = await mountSignIn({ address: "/auth?next=%2Fbuzon%3Fq%3Dana" });
  await page.getByLabelText(/^Correo electrónico/).fill(fakeAdministrator.email);
  await page.getByLabelText(/^Contraseña/).fill(fakeAdministrator.password);
  await page.getByRole("button", { name: "Iniciar sesión" }).click();
  await expect.poll(() => mounted.departures).toEqual(["/buzon?q=ana"]);
});

test("the account page shows the signed-in account", async () => {
  await mountSignIn({ address: "/auth#cuenta", isSignedIn: true });
  await expect.element(page.getByText(fakeAdministrator.email)).toBeVisible();
});

test("the contact page of the launch copy stores a message", async () => {
  const { api } = await mountContent({ name: "contact" });
  await page.getByLabelText(/^Nombre/).fill("Ana Mora");
  await page.getByLabelText(/^Correo/).fill("ana@example.com");
  await page.getByLabelText(/^Mensaje/).fill("Necesito cámaras");
  await page.getByRole("button", { name: /^Enviar/ }).click();
  await expect.poll(() => api.submissions.map(({ name }) => name), { timeout: 8_000 }).toEqual(["Ana Mora"]);
});

test("the inbox recovers when the network returns, in English", async () => {
  const { setOnline, rows } = await mountInbox({ address: "/en/inbox", language: "en", count: 1 });
  await expect.element(rows()).toHaveLength(1);
  setOnline(false);
  await expect.element(page.getByText(/No connection|offline/i)).toBeVisible();
  setOnline(true);
  await expect.element(page.getByText(/No connection|offline/i)).not.toBeInTheDocument();
});

test("an expected console error does not fail the test", () => {
  expectConsoleErrors(/^on purpose$/);
  // biome-ignore lint/suspicious/noConsole: the test needs an error on the console
  console.error("on purpose");
});
