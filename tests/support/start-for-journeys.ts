import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { removeProduct, startPreparedProduct } from "./product.ts";

/**
 * Starts one product for all journeys, with its own ports and state. Journeys read its addresses from the environment.
 */
export default async function startForJourneys(): Promise<() => Promise<void>> {
  const product = await startPreparedProduct();
  process.env.STATE = product.state;
  process.env.SITE = product.site;
  process.env.STUDIO = product.studio;
  process.env.SANITY = product.sanity;
  process.env.MAILBOX = product.mail;
  const { ownerPassword } = JSON.parse(await readFile(join(product.state, "secrets.json"), "utf8"));
  process.env.DATABASE_ENDPOINT = `http://localhost:${product.ports.DATABASE_PORT}/sql`;
  process.env.DATABASE_OWNER_PASSWORD = ownerPassword;
  process.env.ADMIN_EMAIL = product.adminEmail;
  process.env.ADMIN_PASSWORD = product.adminPassword;
  return () => removeProduct(product);
}
