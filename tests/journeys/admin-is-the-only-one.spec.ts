import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "../support/journey.ts";
import { signIn } from "../support/people.ts";
import { prepareState } from "../support/prepared-state.ts";
import { type Product, productPorts, startProduct } from "../support/product.ts";

// A product of their own: other journeys make more administrators.
let state: string;
let product: Product;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  state = await mkdtemp(join(tmpdir(), "vitrina-last-administrator-"));
  const ports = await productPorts();
  await prepareState(state, ports);
  product = await startProduct(process.cwd(), state, ports);
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
