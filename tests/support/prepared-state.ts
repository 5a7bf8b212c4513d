import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedTemplate } from "./database-copy.ts";
import { putStudio } from "./prepared-studio.ts";
import { type Product, productPorts, startProduct } from "./product.ts";

/** Writes the Studio and the migrated database into the state of a product, as its first start would. */
async function prepareState(state: string, ports: Product["ports"]): Promise<void> {
  await mkdir(state, { recursive: true });
  await Promise.all([
    putStudio(join(state, "studio"), {
      sanity: `http://localhost:${ports.LAKE_PORT}`,
      site: `http://localhost:${ports.PORT}`,
    }),
    embeddedTemplate("schema").then((template) => cp(template, join(state, "database"), { recursive: true })),
  ]);
}

/** Starts a product with its own ports and state. */
export async function startPreparedProduct(): Promise<Product> {
  const state = await mkdtemp(join(tmpdir(), "vitrina-product-"));
  const ports = await productPorts();
  await prepareState(state, ports);
  return startProduct(process.cwd(), state, ports);
}

/** Ends a product and deletes its state. */
export async function removeProduct({ interrupt, state }: Product): Promise<void> {
  await interrupt();
  await rm(state, { recursive: true, force: true });
}
