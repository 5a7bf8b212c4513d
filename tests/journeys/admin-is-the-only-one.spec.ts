import type { Page } from "@playwright/test";
import { openOperatorTransactions } from "#local/commands/operator.ts";
import { readSecrets } from "#local/secrets.ts";
import { findCutOff, findSmallTargets } from "../support/accessibility.ts";
import { expect, nightly, test } from "../support/journey.ts";
import { signIn } from "../support/people.ts";
import { removeProduct, startPreparedProduct } from "../support/prepared-state.ts";
import type { Product } from "../support/product.ts";
import { addAuthenticator } from "../support/virtual-authenticator.ts";

// This test needs its own product, because other journeys create administrators.
let product: Product;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  product = await startPreparedProduct();
});

test.afterAll(() => removeProduct(product));

test.use({ expectedErrors: /400|403|409|422/ });

const admin = () => ({ email: product.adminEmail, password: product.adminPassword });

async function signOut(page: Page): Promise<void> {
  await page.goto(`${product.site}/auth#cuenta`);
  await page.getByRole("main").getByRole("button", { name: "Cerrar sesión", exact: true }).click();
  await expect(page).toHaveURL(`${product.site}/`);
}

declare global {
  interface Window {
    /** The mediation of each passkey request of a page. */
    mediations: string[];
  }
}

function recordMediations(): void {
  window.mediations = [];
  const get = navigator.credentials.get.bind(navigator.credentials);
  navigator.credentials.get = (options) => {
    window.mediations.push(options?.mediation ?? "optional");
    return get(options);
  };
}

test(
  "the inbox asks for a passkey, and an administrator adds one and signs in with it",
  nightly,
  async ({ page }) => {
    const authenticator = await addAuthenticator(page);
    const main = page.getByRole("main");
    const addButton = main.getByRole("button", { name: "Agregar llave de acceso" });
    await test.step("the inbox asks for a passkey", async () => {
      await page.goto(`${product.site}/buzon`);
      await signIn(page, admin());
      await main.getByRole("link", { name: "Agregar llave de acceso" }).click();
    });

    await test.step("a device that does not recognize the user adds no passkey, and no error appears", async () => {
      await authenticator.recognize(false);
      await addButton.click();
      await expect(addButton).toBeEnabled();
      await expect(main.getByRole("alert")).toHaveCount(0);
      await authenticator.recognize(true);
    });

    await test.step("a session that began a while ago asks for the password first", async () => {
      const { ownerPassword } = await readSecrets(product.state);
      await openOperatorTransactions({
        databaseUrl: `postgresql://postgres:${ownerPassword}@localhost/vitrina`,
        fetchEndpoint: `http://localhost:${product.ports.DATABASE_PORT}/sql`,
      })({ older: { text: "update sessions set created_at = now() - interval '1 hour'", values: [] } });
      await addButton.click();
      const question = page.getByRole("alertdialog", { name: "Confirma que eres tú" });
      await question.getByLabel(/^Contraseña actual/).fill("no es esta");
      await question.getByRole("button", { name: "Confirmar" }).click();
      await expect(question.getByRole("alert")).toContainText("no son correctos");
      await question.getByLabel(/^Contraseña actual/).fill(product.adminPassword);
      await question.getByRole("button", { name: "Confirmar" }).click();
    });

    await test.step("the passkey is added and named, and recovery codes are created", async () => {
      await expect(page.getByText("Llave de acceso agregada")).toBeVisible();
      await main.getByRole("button", { name: /^Cambiar el nombre de Chrome · / }).click();
      await main.getByLabel(/^Nombre/).fill("Mi teléfono");
      await main.getByRole("button", { name: "Guardar" }).click();
      await expect(main.getByText("Mi teléfono", { exact: true })).toBeVisible();
      await main.getByRole("button", { name: "Crear códigos" }).click();
      const codes = page.getByRole("dialog", { name: "Guarda estos códigos" });
      await expect(codes.getByRole("listitem")).toHaveCount(10);
      await codes.getByRole("button", { name: "Ya los guardé" }).click();
      await expect(main.getByText("Te quedan 10 de 10.", { exact: false })).toBeVisible();
      await page.setViewportSize({ width: 320, height: 740 });
      expect(await findCutOff(page)).toEqual([0]);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await findSmallTargets(page)).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    const enterButton = main.getByRole("button", { name: "Entrar con llave de acceso" });
    await test.step("the button replaces an automatic offer that was not answered", async () => {
      await authenticator.answer(false);
      const recordingScript = await page.addInitScript(recordMediations);
      const readMediations = () => page.evaluate(() => window.mediations);
      await signOut(page);
      await page.goto(`${product.site}/auth?next=/buzon`);
      await expect.poll(readMediations).toEqual(["conditional"]);
      await enterButton.click();
      await expect.poll(readMediations).toEqual(["conditional", "optional"]);
      await expect(main.getByRole("alert")).toHaveCount(0);
      await recordingScript.dispose();
    });

    await test.step("signing in needs a finger, and no address", async () => {
      // This browser makes no automatic offer, because the finger would answer it before the button is pressed.
      const noOfferScript = await page.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = async () => false;
      });
      await authenticator.answer(true);
      await page.goto(`${product.site}/auth?next=/buzon`);
      await enterButton.click();
      await expect(page).toHaveURL(`${product.site}/buzon`);
      await expect(page.getByText("Sesión iniciada")).toBeVisible();
      await expect(main.getByRole("link", { name: "Agregar llave de acceso" })).toHaveCount(0);
      await noOfferScript.dispose();
    });

    await test.step("the address field offers the passkey by itself", async () => {
      await signOut(page);
      await page.goto(`${product.site}/auth?next=/buzon`);
      await expect(page).toHaveURL(`${product.site}/buzon`);
    });

    await test.step("the passkey is removed", async () => {
      await page.goto(`${product.site}/auth#cuenta`);
      await main.getByRole("button", { name: "Quitar Mi teléfono" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Quitar" }).click();
      await expect(main.getByText("Mi teléfono", { exact: true })).toHaveCount(0);
    });
  },
);
