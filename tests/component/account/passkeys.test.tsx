import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { sessionKey } from "#web/session/account-hint.ts";
import { createFakeApi, type FakeApi, fakeAdministrator } from "../../support/fake-api.ts";
import { inEveryLook, listViolations, resetLook, resizeWindow, sendToBrowser } from "../../support/looks.ts";
import { mountSignIn } from "../../support/mount.tsx";
import { listCutOff, listSmallTargets } from "../../support/page-checks.ts";
import { authenticatorOptions } from "../../support/virtual-authenticator.ts";

afterEach(resetLook);

const button = (name: string) => page.getByRole("button", { name, exact: true });

const expectNoViolations = () =>
  inEveryLook(async (look, isFirst) => expect(await listViolations(!isFirst), look).toEqual([]));

/** Creates an API whose administrator has a passkey and one unused recovery code. */
function createProtectedApi(): FakeApi {
  const api = createFakeApi();
  api.account.passkeys = [
    {
      id: crypto.randomUUID(),
      created_at: "2026-05-08T15:00:00.000Z",
      credential: "fake",
      friendly_name: "Mi teléfono",
    },
  ];
  api.account.recoveryCodes = [{ code: "abcdef-abcdef-abcdef-abcdef", isSpent: false }];
  return api;
}

const verifySessions = (api: FakeApi) => {
  for (const session of api.accounts.getSessions()) session.isVerified = true;
};

test("asks for a passkey or a recovery code before it replaces recovery codes, in every look", async () => {
  const api = createProtectedApi();
  await mountSignIn({ api, address: "/auth#cuenta", isSignedIn: true });
  await button("Crear códigos nuevos").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Crear códigos nuevos" }).click();
  const question = page.getByRole("alertdialog", { name: "Confirma que eres tú" });
  await question.getByRole("button", { name: "Usar un código de recuperación" }).click();
  const code = question.getByLabelText(/^Código de recuperación/);
  await code.fill("aaaaaa-aaaaaa-aaaaaa-aaaaaa");
  await question.getByRole("button", { name: "Usar el código" }).click();
  await expect.element(page.getByText("Ese código no es correcto o ya se usó.")).toBeVisible();
  await expectNoViolations();
  await code.fill("abcdef-abcdef-abcdef-abcdef");
  await question.getByRole("button", { name: "Usar el código" }).click();
  await expect.element(page.getByRole("dialog", { name: "Guarda estos códigos" })).toBeVisible();
});

test("shows new recovery codes once, in every look, and then how many are left", async () => {
  const api = createProtectedApi();
  api.account.recoveryCodes = [];
  await mountSignIn({ api, address: "/auth#cuenta", isSignedIn: true });
  verifySessions(api);
  await button("Crear códigos").click();
  const codes = page.getByRole("dialog", { name: "Guarda estos códigos" });
  await expect.element(codes.getByRole("listitem")).toHaveLength(10);
  await expect.element(codes.getByText(/ya no sirven/)).not.toBeInTheDocument();
  await expectNoViolations();
  await codes.getByRole("button", { name: "Ya los guardé" }).click();
  await expect.element(page.getByText(/Te quedan 10 de 10\./)).toBeVisible();
  await resizeWindow(320, 740);
  expect(listCutOff()).toEqual([0]);
  await resizeWindow(360, 740);
  expect(listSmallTargets()).toEqual([]);
});

test("a password alone leads an administrator to the passkey, and a recovery code into the inbox", async () => {
  const api = createProtectedApi();
  api.accounts.needPasskeys = true;
  const mounted = await mountSignIn({ api, address: "/auth?next=/buzon" });
  await page.getByLabelText(/^Correo electrónico/).fill(fakeAdministrator.email);
  await page.getByLabelText(/^Contraseña/).fill(fakeAdministrator.password);
  await button("Iniciar sesión").click();
  const heading = page.getByRole("heading", { level: 1, name: "Confirma que eres tú" });
  await expect.element(heading).toHaveFocus();
  await button("Usar un código de recuperación").click();
  const code = page.getByLabelText(/^Código de recuperación/);
  await code.fill("aaaaaa-aaaaaa-aaaaaa-aaaaaa");
  await button("Usar el código").click();
  await expect.element(page.getByText("Ese código no es correcto o ya se usó.")).toBeVisible();
  await expectNoViolations();
  expect(mounted.departures).toEqual([]);
  await code.fill("abcdef-abcdef-abcdef-abcdef");
  await button("Usar el código").click();
  await expect.poll(() => mounted.departures).toEqual(["/buzon"]);
});

test("names the administrators without a passkey and the end of their time before and after the rule begins, in every look", async () => {
  const api = createFakeApi();
  api.account.passkeys = createProtectedApi().account.passkeys;
  for (const email of ["ana@guaria.example", "luis@guaria.example"])
    api.accounts.addAccount({ email, password: "x", role: "admin" });
  await mountSignIn({ api, address: "/auth#cuenta", isSignedIn: true });
  verifySessions(api);
  const names = "ana@guaria.example y luis@guaria.example";
  await expect.element(page.getByText(new RegExp(`Todavía sin llave de acceso: ${names}`))).toBeVisible();
  await button("Pedir una llave de acceso").click();
  const question = page.getByRole("alertdialog");
  await expect.element(question.getByText(new RegExp(`${names}. Tienen 24 horas`))).toBeVisible();
  await question.getByRole("button", { name: "Pedir una llave de acceso" }).click();
  await expect.element(page.getByText(/Tienen hasta el .+ para agregarla/)).toBeVisible();
  await expectNoViolations();
});

test("an administrator allows another administrator's first passkey, in every look", async () => {
  const api = createFakeApi();
  const otherAccount = api.accounts.addAccount({ email: "ana@guaria.example", password: "x", role: "admin" });
  await mountSignIn({ api, address: "/auth#cuenta", isSignedIn: true });
  verifySessions(api);
  await button("Pedir una llave de acceso").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Pedir una llave de acceso" }).click();
  const address = page.getByLabelText(/^Correo del administrador/);
  await expect.element(address).toBeVisible();
  await address.fill("nadie@guaria.example");
  await button("Permitir por 24 horas").click();
  await expect.element(page.getByText(/^Ese correo no es de otro administrador/)).toBeVisible();
  await expectNoViolations();
  await address.fill(otherAccount.email);
  await button("Permitir por 24 horas").click();
  await expect.element(page.getByText("Esa persona ya puede agregar su primera llave")).toBeVisible();
  expect(otherAccount.mayAddFirstPasskey).toBe(true);
});

test("tells an administrator without a passkey to ask another administrator", async () => {
  const api = createFakeApi();
  api.accounts.needPasskeys = true;
  await mountSignIn({ api, address: "/auth?next=/buzon" });
  await page.getByLabelText(/^Correo electrónico/).fill(fakeAdministrator.email);
  await page.getByLabelText(/^Contraseña/).fill(fakeAdministrator.password);
  await button("Iniciar sesión").click();
  await expect.element(page.getByText(/permitirlo otro administrador/)).toBeVisible();
  await button("Agregar llave de acceso").click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("Pide a otro administrador");
});

test("keeps a name that is too long for a passkey, and says by how much", async () => {
  const api = createProtectedApi();
  await mountSignIn({ api, address: "/auth#cuenta", isSignedIn: true });
  await button("Cambiar nombre de Mi teléfono").click();
  const name = page.getByLabelText(/^Nombre/);
  await name.fill("😀".repeat(122));
  await expect.element(name).toHaveValue("😀".repeat(122));
  await expect.element(page.getByText("Sobran 2 caracteres")).toBeVisible();
  await button("Guardar").click();
  await expect.element(page.getByText("Ese nombre es demasiado largo.")).toBeVisible();
  await name.fill("😀".repeat(120));
  await button("Guardar").click();
  await expect.element(page.getByText("😀".repeat(120))).toBeVisible();
});

/** Gives the browser an authenticator until the test ends. */
async function useAuthenticator() {
  await sendToBrowser("WebAuthn.enable");
  onTestFinished(async () => {
    await sendToBrowser("WebAuthn.disable");
  });
  return (await sendToBrowser("WebAuthn.addVirtualAuthenticator", {
    options: authenticatorOptions,
  })) as { authenticatorId: string };
}

test("adds no passkey of a device that does not recognize the user, and names a new one by the browser and the system", async () => {
  const authenticator = await useAuthenticator();
  const recognize = (isUserVerified: boolean) =>
    sendToBrowser("WebAuthn.setUserVerified", { ...authenticator, isUserVerified });
  const api = createFakeApi();
  await mountSignIn({ api, address: "/auth#cuenta", isSignedIn: true });
  const create = vi.spyOn(navigator.credentials, "create");
  const question = page.getByRole("alertdialog", { name: "Confirma que eres tú" });
  const password = question.getByLabelText(/^Contraseña actual/);
  const confirm = question.getByRole("button", { name: "Confirmar" });
  await recognize(false);
  await button("Agregar llave de acceso").click();
  await password.fill("no es esta");
  await confirm.click();
  await expect.element(password).toHaveAttribute("aria-invalid", "true");
  await expectNoViolations();
  await password.fill(fakeAdministrator.password);
  await confirm.click();
  await expect.poll(() => create.mock.settledResults.map(({ type }) => type)).toEqual(["rejected"]);
  await expect.element(button("Agregar llave de acceso")).toHaveAttribute("aria-disabled", "false");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  expect(api.account.passkeys).toEqual([]);
  await recognize(true);
  await button("Agregar llave de acceso").click();
  await password.fill(fakeAdministrator.password);
  await confirm.click();
  await expect.element(page.getByText("Llave de acceso agregada")).toBeVisible();
  const passkeys = page.getByRole("region", { name: "Llaves de acceso" });
  await expect.element(passkeys.getByText(/^Chrome · (Linux|Mac|Windows)$/)).toBeVisible();
});

test("an invitation without a passkey adds the first one on the way, and keeps the address", async () => {
  await useAuthenticator();
  const api = createFakeApi();
  await mountSignIn({ api, address: "/auth#cuenta", isSignedIn: true });
  const address = page.getByLabelText(/^Correo de la persona que invitas/);
  await address.fill("eva@example.com");
  await button("Enviar la invitación").click();
  const question = page.getByRole("alertdialog", { name: "Primero agrega una llave de acceso" });
  await expect.element(question.getByText(/Escribe tu contraseña/)).toBeVisible();
  await expectNoViolations();
  await question.getByRole("button", { name: "Cancelar" }).click();
  await expect.element(page.getByRole("alert")).toMatchTextContent(/tu propia llave de acceso/);
  await expect.element(address).toHaveValue("eva@example.com");

  await button("Enviar la invitación").click();
  await question.getByLabelText(/^Contraseña actual/).fill(fakeAdministrator.password);
  await question.getByRole("button", { name: "Agregar llave de acceso" }).click();
  await expect.element(page.getByText("Invitación enviada")).toBeVisible();
  expect(api.countCalls("POST /api/administrators/invitations")).toBe(3);
  const passkeys = page.getByRole("region", { name: "Llaves de acceso" });
  await expect.element(passkeys.getByText(/^Chrome · (Linux|Mac|Windows)$/)).toBeVisible();
});

test("a passkey that is added above keeps the typed address of an invitation", async () => {
  await useAuthenticator();
  const api = createFakeApi();
  await mountSignIn({ api, address: "/auth#cuenta", isSignedIn: true });
  const address = page.getByLabelText(/^Correo de la persona que invitas/);
  await address.fill("eva@example.com");
  await page
    .getByRole("region", { name: "Llaves de acceso" })
    .getByRole("button", { name: "Agregar llave de acceso" })
    .click();
  const question = page.getByRole("alertdialog", { name: "Confirma que eres tú" });
  await question.getByLabelText(/^Contraseña actual/).fill(fakeAdministrator.password);
  await question.getByRole("button", { name: "Confirmar" }).click();
  await expect.element(page.getByText(/uno tiene llave de acceso/)).toBeVisible();
  await expect.element(address).toHaveValue("eva@example.com");
});

test("a confirmed password replaces a session that began with a recovery mail", async () => {
  const api = createFakeApi();
  await mountSignIn({ api, address: "/auth#cuenta", isSignedIn: true });
  const [oldSession] = api.accounts.getSessions();
  if (oldSession) oldSession.method = "recovery";
  await button("Agregar llave de acceso").click();
  const question = page.getByRole("alertdialog", { name: "Confirma que eres tú" });
  const password = question.getByLabelText(/^Contraseña actual/);
  await password.fill("no es esta");
  await question.getByRole("button", { name: "Confirmar" }).click();
  await expect.element(question.getByRole("alert")).toMatchTextContent(/no son correctos/);
  await password.fill(fakeAdministrator.password);
  await question.getByRole("button", { name: "Confirmar" }).click();
  await expect.element(question.getByText(/^Para agregar tu primera llave/)).toBeVisible();
  await expect.poll(() => api.accounts.getSessions()).toHaveLength(1);
  expect(api.accounts.getSessions()).not.toContain(oldSession);
});

test("closes a question when its session ends, so that the next session does not answer it", async () => {
  const api = createFakeApi();
  await mountSignIn({ api, address: "/auth#cuenta", isSignedIn: true });
  const [session] = api.accounts.getSessions();
  if (session) session.method = "recovery";
  await button("Agregar llave de acceso").click();
  const question = page.getByRole("alertdialog", { name: "Confirma que eres tú" });
  await expect.element(question).toBeVisible();
  const stored = JSON.parse(localStorage.getItem(sessionKey) ?? "null");
  // Simulates the client of another tab, which reports its sign-out and its next sign-in.
  const otherTab = new BroadcastChannel(sessionKey);
  onTestFinished(() => otherTab.close());
  otherTab.postMessage({ event: "SIGNED_OUT", session: null });
  await expect.element(question).not.toBeInTheDocument();
  otherTab.postMessage({ event: "SIGNED_IN", session: stored });
  await expect.element(button("Agregar llave de acceso")).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
});

test("invites an administrator and rejects an address that already belongs to one", async () => {
  const api = createFakeApi();
  const otherAccount = api.accounts.addAccount({ email: "ana@guaria.example", password: "x", role: "admin" });
  await mountSignIn({ api, address: "/auth#cuenta", isSignedIn: true });
  verifySessions(api);
  const address = page.getByLabelText(/^Correo de la persona que invitas/);
  await expect.element(address).toBeVisible();
  await button("Enviar la invitación").click();
  await expect.element(address).toHaveAttribute("aria-invalid", "true");
  await address.fill(otherAccount.email);
  await button("Enviar la invitación").click();
  await expect.element(page.getByText("Ese correo ya es de un administrador.")).toBeVisible();
  await expectNoViolations();
  await address.fill("eva@guaria.example");
  await button("Enviar la invitación").click();
  await expect.element(page.getByText("Invitación enviada")).toBeVisible();
  await expect.element(address).toHaveValue("");
});

test("asks the browser for one passkey at a time: the button replaces the offer in the field", async () => {
  const requests: CredentialRequestOptions[] = [];
  let closeDialog = () => {};
  vi.spyOn(PublicKeyCredential, "isConditionalMediationAvailable").mockResolvedValue(true);
  vi.spyOn(navigator.credentials, "get").mockImplementation(
    (options = {}) =>
      new Promise((_, reject) => {
        requests.push(options);
        options.signal?.addEventListener("abort", () => reject(options.signal?.reason));
        closeDialog = () => reject(new DOMException("The user closed the dialog.", "NotAllowedError"));
      }),
  );
  const listOpenRequests = () =>
    requests.filter(({ signal }) => !signal?.aborted).map(({ mediation = "optional" }) => mediation);
  await mountSignIn();
  await expect.poll(listOpenRequests).toEqual(["conditional"]);
  await button("Entrar con llave de acceso").click();
  await expect.poll(listOpenRequests).toEqual(["optional"]);
  closeDialog();
  await expect.poll(listOpenRequests).toEqual(["optional", "conditional"]);
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});
