import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { arrivalKey } from "#web/ui/flash.ts";
import { type FakeApi, fakeAdministrator } from "../../support/fake-api.ts";
import { mountSignIn } from "../../support/mount.tsx";

const email = page.getByLabelText(/^Correo electrónico/);
const password = page.getByLabelText(/^Contraseña/);
const confirmation = page.getByLabelText(/^Confirmar contraseña/);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const title = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const alert = page.getByRole("alert");
const passwordGrant = "POST /api/auth/token?grant_type=password";

async function openSignUp() {
  const mounted = await mountSignIn();
  await button("¿No tienes cuenta? Crea una").click();
  await expect.element(title("Crear cuenta")).toBeVisible();
  return mounted;
}

async function signIn(account: { email: string; password: string } = fakeAdministrator) {
  await email.fill(account.email);
  await password.fill(account.password);
  await button("Iniciar sesión").click();
}

test("a common password and one made of the address are refused beside the field, with the reason", async () => {
  const { api } = await openSignUp();
  await email.fill("marisol.quesada@example.com");
  for (const [weakPassword, reason] of [
    ["password123", /más usadas/],
    ["marisolquesada", /tu dirección/],
  ] as const) {
    await password.fill(weakPassword);
    await confirmation.fill(weakPassword);
    await button("Crear cuenta").click();
    await expect.element(password).toHaveAccessibleDescription(reason);
    await expect.element(password).toHaveFocus();
  }
  expect(api.accounts.findAccount("marisol.quesada@example.com")).toBeUndefined();
});

test.each<[string, (api: FakeApi) => { end(): void }]>([
  ["the answer to the first is lost", (api) => api.dropAnswer(passwordGrant, { times: 1 })],
  [
    "the database was down",
    (api) => api.fail(passwordGrant, { code: "unexpected_failure", retryAfterSeconds: 3 }),
  ],
])("signing in keeps the address, and works at the second attempt when %s", async (_, breakGrant) => {
  const { api, departures } = await mountSignIn();
  const fault = breakGrant(api);
  await signIn();
  await expect.element(alert).toMatchTextContent(/^El servicio no responde/);
  await expect.element(email).toHaveValue(fakeAdministrator.email);
  fault.end();
  await button("Iniciar sesión").click();
  await expect.poll(() => departures).toEqual(["/"]);
  // The home page shows this toast.
  expect(sessionStorage.getItem("flash")).toContain('"Sesión iniciada"');
});

test("a sign-in that leads to the inbox is greeted there, without a notification", async () => {
  const { departures } = await mountSignIn({ address: "/auth?next=%2Fbuzon%3Fm%3D1" });
  await signIn();
  await expect.poll(() => departures).toEqual(["/buzon?m=1"]);
  expect(sessionStorage.getItem(arrivalKey)).toContain('"Sesión iniciada"');
  expect(sessionStorage.getItem("flash")).toBeNull();
});

test("too many attempts name the wait and lead to a link by mail", async () => {
  const { api } = await mountSignIn();
  api.fail(passwordGrant, { status: 429, code: "over_request_rate_limit", retryAfterSeconds: 90 });
  await signIn({ email: "ana@example.com", password: "tres tucanes y un mango" });
  await expect
    .element(alert)
    .toMatchTextContent(/^Demasiados intentos\. Prueba de nuevo en 2 minutos, o pide un enlace por correo\./);
  await alert.getByRole("button", { name: "Pedir un enlace por correo" }).click();
  await expect.element(title("Recuperar el acceso")).toHaveFocus();
  await expect.element(email).toHaveValue("ana@example.com");
});

test.each([
  ["es", "/auth?next=%2Fbuzon", /^Tu navegador no le permite a este sitio guardar datos/, "Recargar"],
  ["en", "/en/auth?next=%2Fen%2Finbox", /^Your browser doesn’t let this site store data/, "Reload"],
] as const)(
  "shows a message instead of a useless form when the browser forbids storage (%s)",
  async (...row) => {
    const [language, address, sentence, reload] = row;
    for (const kind of ["localStorage", "sessionStorage"] as const) {
      vi.spyOn(window, kind, "get").mockImplementation(() => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      });
    }
    const mounted = await mountSignIn({ language, address });
    await expect.element(alert).toMatchTextContent(sentence);
    await expect.element(alert.getByRole("button", { name: reload })).toBeVisible();
    await expect.element(page.getByRole("textbox")).not.toBeInTheDocument();
    expect(mounted.departures).toEqual([]);
  },
);
