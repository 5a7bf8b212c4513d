import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeAdministrator } from "../../support/fake-api.ts";
import { mountInbox, mountSignIn } from "../../support/mount.tsx";

const alert = page.getByRole("main").getByRole("alert");

async function signIn(email: string, password: string) {
  await page.getByLabelText(/^Correo electrónico/).fill(email);
  await page.getByLabelText(/^Contraseña/).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Iniciar sesión", exact: true }).click();
}

test("the sign-in page sends an administrator who signs in there to the home page, and says so there", async () => {
  const mounted = await mountSignIn();
  await signIn(fakeAdministrator.email, fakeAdministrator.password);
  await expect.poll(() => mounted.departures).toEqual(["/"]);
  expect(sessionStorage.getItem("flash")).toContain('"Sesión iniciada"');
});

test("the sign-in page sends a visitor who is signed in already to the home page", async () => {
  const mounted = await mountSignIn({ isSignedIn: true });
  await expect.poll(() => mounted.departures).toEqual(["/"]);
});

test("the inbox sends a visitor who is not signed in to the sign-in page, with the way back", async () => {
  const { departures, api } = await mountInbox({ address: "/buzon?q=prueba", isSignedIn: false, count: 1 });
  await expect.poll(() => departures).toEqual(["/auth?next=%2Fbuzon%3Fq%3Dprueba"]);
  expect(api.countCalls("/api/submissions")).toBe(0);
});

test("an administrator who reloads the inbox stays there", async () => {
  const { departures, location, reload, row } = await mountInbox({ count: 1 });
  await expect.element(row("Persona 1")).toBeVisible();
  await reload();
  await expect.element(page.getByRole("searchbox", { name: "Buscar" })).toBeVisible();
  await expect.element(row("Persona 1")).toBeVisible();
  expect(location()).toBe("/buzon");
  expect(departures).toEqual([]);
});

test("wrong credentials get the same alert whether the account exists or not", async () => {
  const { departures, reload } = await mountSignIn();
  const texts: string[] = [];
  for (const email of [fakeAdministrator.email, "nadie@example.com"]) {
    await signIn(email, "no es la contraseña");
    await expect.element(alert.getByText(/correo|contraseña/)).toBeVisible();
    texts.push(alert.element().textContent);
    await reload();
    await expect.element(alert).not.toBeInTheDocument();
  }
  expect(texts[0]).toBe(texts[1]);
  expect(departures).toEqual([]);
});
