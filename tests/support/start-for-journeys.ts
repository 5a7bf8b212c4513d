import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareState } from "./prepared-state.ts";
import { productPorts, startProduct } from "./product.ts";

/** One `npm start` for all journeys, with ports and state of its own; they read its addresses from the environment. */
export default async function startForJourneys(): Promise<() => Promise<void>> {
  const state = await mkdtemp(join(tmpdir(), "vitrina-journeys-"));
  const ports = await productPorts();
  await prepareState(state, ports);
  const product = await startProduct(process.cwd(), state, ports);
  process.env.STATE = state;
  process.env.SITE = product.site;
  process.env.STUDIO = product.studio;
  process.env.SANITY = product.sanity;
  process.env.MAILBOX = product.mail;
  const { ownerPassword } = JSON.parse(await readFile(join(state, "secrets.json"), "utf8"));
  process.env.DATABASE_ENDPOINT = `http://localhost:${product.ports.DATABASE_PORT}/sql`;
  process.env.DATABASE_OWNER_PASSWORD = ownerPassword;
  process.env.ADMIN_EMAIL = product.adminEmail;
  process.env.ADMIN_PASSWORD = product.adminPassword;
  return async () => {
    await product.interrupt();
    await rm(state, { recursive: true, force: true });
  };
}
