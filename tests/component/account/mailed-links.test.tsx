import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { MailPurpose } from "#functions/contract/account.ts";
import { createFakeApi, type FakeApi } from "../../support/fake-api.ts";
import { mountSignIn } from "../../support/mount.tsx";

const address = "ana@example.com";
const password = "tres tucanes y un mango";
const email = page.getByLabelText(/^Correo electrónico/);
const code = page.getByLabelText(/^Código de 6 dígitos/);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const title = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });

/** Creates an API with an account that is not confirmed, and the mail about it. */
function createSignedUp(chosenPassword = password): FakeApi {
  const api = createFakeApi();
  const { id } = api.accounts.addAccount({ email: address, password: chosenPassword, isConfirmed: false });
  api.accounts.sendMail(address, "signup", id);
  return api;
}

function readMail(api: FakeApi, to = address) {
  const mail = api.accounts.getMails().find((sentMail) => sentMail.to === to);
  if (!mail) throw new Error(`The fake API sent no mail to ${to}.`);
  return mail;
}

const toLink = (purpose: MailPurpose, tokenHash: string) => `/auth#token_hash=${tokenHash}&type=${purpose}`;

test("five wrong codes end a code, also for the right one, and leave the link of the mail", async () => {
  const api = createSignedUp();
  const { departures, setOnline } = await mountSignIn({ api });
  await email.fill(address);
  await page.getByLabelText(/^Contraseña/).fill(password);
  await button("Iniciar sesión").click();
  await page.getByRole("alert").getByRole("button", { name: "Enviar otro correo" }).click();
  await expect.element(title("Revisa tu correo")).toHaveFocus();
  const mail = readMail(api);
  const wrongCode = mail.code === "000000" ? "000001" : "000000";
  // A code that was not sent does not count.
  setOnline(false);
  await code.fill(wrongCode);
  await button("Continuar").click();
  await expect.element(page.getByRole("alert")).toMatchTextContent(/^Sin conexión\./);
  setOnline(true);
  for (let tries = 1; tries <= 5; tries++) {
    await code.fill(wrongCode);
    await button("Continuar").click();
    await expect.poll(() => api.countCalls("POST /api/auth/verify")).toBe(tries + 1);
    await expect.element(button("Continuar")).toHaveAttribute("aria-disabled", "false");
    await expect.element(code).toHaveFocus();
    if (tries === 4) await expect.element(code).not.toHaveAccessibleDescription(/deja de servir/);
  }
  await expect.element(code).toHaveAccessibleDescription(/deja de servir/);
  await code.fill(mail.code);
  await button("Continuar").click();
  await expect.poll(() => api.countCalls("POST /api/auth/verify")).toBe(7);
  await expect.element(code).toHaveAccessibleDescription(/deja de servir/);
  expect(departures).toEqual([]);

  location.hash = toLink("signup", mail.tokenHash).replace("/auth", "");
  await button("Confirmar mi cuenta").click();
  await expect.poll(() => departures).toEqual(["/"]);
  expect(api.accounts.findAccount(address)?.isConfirmed).toBe(true);
});

test("a spent link says so and offers another one", async () => {
  const api = createSignedUp();
  const { tokenHash } = readMail(api);
  api.accounts.takeMail((mail) => mail.tokenHash === tokenHash);
  await mountSignIn({ api, address: toLink("signup", tokenHash) });
  await button("Confirmar mi cuenta").click();
  await expect.element(title("Este enlace ya no sirve")).toHaveFocus();
  await email.fill(address);
  await button("Enviar otro enlace").click();
  await expect.element(title("Revisa tu correo")).toBeVisible();
  expect(readMail(api).purpose).toBe("signup");
});

test("asking for a link without a network keeps the address, and works once the network is back", async () => {
  const { api, setOnline } = await mountSignIn({ address: "/auth#recuperar" });
  await expect.element(title("Recuperar el acceso")).toBeVisible();
  await email.fill(address);
  setOnline(false);
  await button("Enviar el enlace").click();
  await expect.element(page.getByRole("alert")).toMatchTextContent(/^Sin conexión\./);
  await expect.element(email).toHaveValue(address);
  setOnline(true);
  await button("Enviar el enlace").click();
  await expect.element(title("Revisa tu correo")).toBeVisible();
  expect(api.calls.at(-1)?.body).toContain(address);
});

/** Creates an API with an invitation of the account that is not confirmed. */
function createInvited(): FakeApi {
  const api = createSignedUp("");
  const { id } = api.accounts.findAccount(address) as { id: string };
  api.accounts.sendMail(address, "invite", id);
  return api;
}
const readInvitation = (api: FakeApi) => {
  const [mail] = api.accounts.getMails().filter(({ purpose }) => purpose === "invite");
  return `/auth?next=%2Fbuzon#token_hash=${mail?.tokenHash}&type=invite`;
};
const firstPassword = "cuatro colibríes sobre el muro";
const choosePassword = async (chosenPassword: string) => {
  await page.getByLabelText(/^Contraseña/).fill(chosenPassword);
  await page.getByLabelText(/^Confirmar contraseña/).fill(chosenPassword);
  await button("Guardar y entrar al buzón").click();
};

test("an invitation leads through the choice of a password into the inbox, in its own words", async () => {
  const api = createInvited();
  const { reload, departures } = await mountSignIn({ api, address: readInvitation(api) });
  await expect.element(title("Te invitaron al buzón")).toBeVisible();
  await button("Aceptar la invitación").click();
  await expect.element(title("Elige tu contraseña para entrar al buzón")).toHaveFocus();
  await expect.element(page.getByText(`Con ${address} y esta contraseña entras desde ahora.`)).toBeVisible();
  await expect.element(page.getByText(/Alguien más/)).not.toBeInTheDocument();

  // A reload in between asks for the password again.
  await reload();
  await expect.element(title("Elige tu contraseña para entrar al buzón")).toBeVisible();
  await choosePassword("12345678");
  await expect.element(page.getByLabelText(/^Contraseña/)).toHaveAttribute("aria-invalid", "true");
  expect(departures).toEqual([]);
  await choosePassword(firstPassword);
  await expect.poll(() => departures).toEqual(["/buzon"]);
  expect(api.accounts.findAccount(address)?.password).toBe(firstPassword);
});

test("an invited user who comes back reads no other words while the role is unknown, and stays", async () => {
  const api = createInvited();
  const { reload, departures } = await mountSignIn({ api, address: readInvitation(api) });
  await button("Aceptar la invitación").click();
  await expect.element(title("Elige tu contraseña para entrar al buzón")).toBeVisible();

  const profile = api.hold("GET /api/profile");
  const callCount = api.countCalls("GET /api/profile");
  await reload();
  await expect.poll(() => api.countCalls("GET /api/profile")).toBeGreaterThan(callCount);
  await expect.element(title("Crea una contraseña nueva")).not.toBeInTheDocument();
  expect(departures).toEqual([]);
  profile.release();
  await expect.element(title("Elige tu contraseña para entrar al buzón")).toBeVisible();
});

test("a withdrawn or spent invitation says what to do, and asks for no address", async () => {
  const api = createInvited();
  const link = readInvitation(api);
  api.accounts.takeMail(({ purpose }) => purpose === "invite");
  await mountSignIn({ api, address: link });
  await button("Aceptar la invitación").click();
  await expect.element(title("Este enlace ya no sirve")).toHaveFocus();
  await expect.element(page.getByText(/Si ya la aceptaste, inicia sesión/)).toBeVisible();
  await expect.element(email).not.toBeInTheDocument();
  expect(api.accounts.findAccount(address)?.role).toBe("user");
});

test("an account that another person signed up for, too, gets its password from its owner alone", async () => {
  // The service stores no password for an address that two visitors signed up with.
  const api = createSignedUp("");
  const { reload, departures } = await mountSignIn({
    api,
    address: toLink("signup", readMail(api).tokenHash),
  });
  await button("Confirmar mi cuenta").click();
  await expect.element(title("Crea una contraseña nueva")).toHaveFocus();
  await expect.element(page.getByText(/Alguien más la pidió/)).toBeVisible();

  // A user who leaves without choosing a password finds the form in the account, which asks for no current password.
  location.hash = "#cuenta";
  await button("Cambiar contraseña").click();
  await expect.element(page.getByLabelText(/^Contraseña actual/)).not.toBeInTheDocument();
  const newPassword = "cuatro colibríes sobre el muro";
  await page.getByLabelText(/^Contraseña nueva/).fill(newPassword);
  await page.getByLabelText(/^Confirmar contraseña/).fill(newPassword);
  await button("Guardar contraseña").click();
  await expect.element(page.getByText("Contraseña cambiada", { exact: true })).toBeVisible();
  await button("Cambiar contraseña").click();
  await expect.element(page.getByLabelText(/^Contraseña actual/)).toBeVisible();
  expect(api.accounts.findAccount(address)?.password).toBe(newPassword);

  await reload();
  await button("Cerrar sesión").click();
  await expect.poll(() => departures).toEqual(["/"]);
  expect(localStorage.getItem("vitrina.session")).toBeNull();
});
