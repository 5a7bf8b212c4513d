import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inEveryLook, objections } from "../support/accessibility.ts";
import { expect, test } from "../support/journey.ts";
import { signIn } from "../support/people.ts";
import { prepareState } from "../support/prepared-state.ts";
import { type Product, productPorts, startProduct } from "../support/product.ts";

// A product of their own: other journeys make more administrators, and mails arrive there.
test.describe.configure({ mode: "serial" });
let state: string;
let product: Product;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  state = await mkdtemp(join(tmpdir(), "vitrina-only-administrator-"));
  const ports = await productPorts();
  await prepareState(state, ports);
  // An address that lets mails come back, as the provider says.
  product = await startProduct(process.cwd(), state, ports, { ADMIN_EMAIL: "bounced+guaria@resend.dev" });
});

test.afterAll(async () => {
  await product.interrupt();
  await rm(state, { recursive: true, force: true });
});

test.use({ expectedErrors: [/409/] });

test("the last administrator cannot delete their account, and reads why", async ({ page }) => {
  const main = page.getByRole("main");
  await page.goto(`${product.site}/auth#cuenta`);
  await signIn(page, { email: product.adminEmail, password: product.adminPassword });
  await main.getByRole("button", { name: "Eliminar cuenta", exact: true }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel(/^Contraseña actual/).fill(product.adminPassword);
  await dialog.getByRole("button", { name: "Eliminar para siempre" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Eres la única persona que administra el sitio.");
  await dialog.getByRole("button", { name: "Cancelar" }).click();
  await page.reload();
  await expect(main.getByText(product.adminEmail, { exact: true })).toBeVisible();
});

test("an administrator sees in the inbox that mails to the company come back, until it was seen to", async ({
  page,
}) => {
  const write = () =>
    page.request.post(`${product.site}/api/contact`, { data: { name: "Ana", email: "ana@example.com" } });
  const alert = page.getByRole("status", { name: "Avisos sobre el correo" });
  await test.step("nothing is said while mails arrive", async () => {
    await page.goto(`${product.site}/buzon`);
    await signIn(page, { email: product.adminEmail, password: product.adminPassword });
    await expect(page.getByText("Aún no hay mensajes")).toBeVisible();
    await expect(alert).toBeEmpty();
  });

  await test.step("the notice of a message comes back", async () => {
    expect((await write()).status()).toBe(201);
    await expect(async () => {
      await page.reload();
      await expect(alert).toContainText(`no llegan a ${product.adminEmail}`, { timeout: 2_000 });
    }).toPass();
    await expect(alert).toContainText(/Desde el .*\d{4}/);
    await inEveryLook(page, async (look) => {
      expect(await objections(page, "main"), look).toEqual([]);
    });
  });

  await test.step("it is seen to", async () => {
    await alert.getByRole("button", { name: "Ya lo vi" }).click();
    await expect(alert).toBeEmpty();
    await expect(alert).toBeFocused();
    await page.reload();
    await expect(
      page.getByRole("region", { name: "Mensajes" }).getByRole("link", { name: /Ana/ }),
    ).toBeVisible();
    await expect(alert).toBeEmpty();
  });
});
