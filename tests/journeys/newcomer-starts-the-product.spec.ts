import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { isFree } from "#local/processes/ports.ts";
import { createClone } from "../support/clone.ts";
import { createSender, expect, nightly, test } from "../support/journey.ts";
import { type Product, productPorts, startProduct } from "../support/product.ts";

// Installing, building and starting twice takes minutes on a slow machine.
test.setTimeout(900_000);

async function sendMessage(page: Page, site: string, sender: { name: string; email: string }) {
  await page.goto(`${site}/contacto`);
  await page.getByLabel("Nombre").fill(sender.name);
  await page.getByLabel("Correo electrónico").fill(sender.email);
  await page.getByRole("button", { name: "Enviar mensaje" }).click();
  await expect(page.getByText("Mensaje enviado", { exact: true })).toBeVisible();
}

async function openInbox(page: Page, product: Product) {
  await page.goto(`${product.site}/auth?next=/buzon`);
  await page.getByLabel("Correo electrónico").fill(product.adminEmail);
  await page.getByLabel(/^Contraseña/).fill(product.adminPassword);
  await page.getByRole("main").getByRole("button", { name: "Iniciar sesión", exact: true }).click();
  await expect(page).toHaveURL(`${product.site}/buzon`);
}

/** Lists the processes whose command line names `directory`. */
function listProcesses(directory: string): string[] {
  return execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(directory));
}

async function expectAllEnded(product: Product, directory: string) {
  for (const port of Object.values(product.ports)) {
    await expect.poll(() => isFree(port), { message: `port ${port}` }).toBe(true);
  }
  await expect.poll(() => listProcesses(directory)).toEqual([]);
}

/** Kills the process of `directory` that runs `file`, as a crash would. */
function kill(directory: string, file: string): void {
  const line = listProcesses(directory).find(
    (processLine) => processLine.includes(file) && !processLine.includes("bootstrap"),
  );
  process.kill(Number(line?.trim().split(" ")[0]), "SIGKILL");
}

test(
  "npm start on a fresh clone starts a working product that keeps its data",
  nightly,
  async ({ page, browser }) => {
    const clone = await createClone();
    const products: Product[] = [];
    const state = join(clone, ".local");
    const ports = await productPorts();
    const sender = createSender();

    try {
      await test.step("the first start installs, builds and serves", async () => {
        const product = await startProduct(clone, state, ports);
        products.push(product);
        test
          .info()
          .annotations.push({ type: "fresh clone to ready", description: `${product.readyAfterMs} ms` });
        await sendMessage(page, product.site, sender);
        await openInbox(page, product);
        await expect(page.getByRole("listitem").filter({ hasText: sender.name })).toContainText("Nuevo");
        // The page would keep requesting a product that is about to end.
        await page.goto("about:blank");
        await product.interrupt();
        await expectAllEnded(product, clone);
      });

      await test.step("a second start still has the message, and a port in use gives one clear sentence", async () => {
        const product = await startProduct(clone, state, ports);
        products.push(product);
        test
          .info()
          .annotations.push({ type: "second start to ready", description: `${product.readyAfterMs} ms` });
        // A restart signs no user out.
        await page.goto(`${product.site}/buzon`);
        await expect(page.getByRole("listitem").filter({ hasText: sender.name })).toBeVisible();
        await page.goto("about:blank");

        const portError = await startProduct(clone, `${state}-2`, ports).catch(
          (error: Error) => error.message,
        );
        expect(portError).toContain(`Port ${ports.PORT} is in use`);

        kill(clone, "local/mail/server.ts");
        await product.says(/mailbox stopped \(SIGKILL\); it is started again in 10 s/);
        expect((await page.request.get(`${product.site}/api/health`)).status()).toBe(200);
        await product.says(/mailbox is back/);
        expect((await fetch(`${product.mail}/messages`)).status).toBe(200);

        // A user who signs in while the database is away gets an error, and succeeds once it is back.
        const visitor = await browser.newPage({ locale: "es-CR" });
        await visitor.goto(`${product.site}/auth`);
        await visitor.getByLabel("Correo electrónico").fill(product.adminEmail);
        await visitor.getByLabel(/^Contraseña/).fill(product.adminPassword);
        kill(clone, "local/neon/server.ts");
        await product.says(/database stopped \(SIGKILL\)/);
        const submit = visitor.getByRole("main").getByRole("button", { name: "Iniciar sesión", exact: true });
        await submit.click();
        await expect(visitor.getByRole("main").getByRole("alert")).toContainText("El servicio no responde");
        await product.says(/database is back/);
        await submit.click();
        await expect(visitor).toHaveURL(`${product.site}/`);
        await visitor.close();

        // SIGKILL tells the services nothing: they notice the end of their parent by themselves.
        kill(clone, "local/commands/start.ts");
        await expectAllEnded(product, clone);
      });
    } finally {
      for (const product of products) await product.interrupt();
      await rm(clone, { recursive: true, force: true });
    }
  },
);
