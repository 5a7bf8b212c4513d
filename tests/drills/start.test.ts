import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { isFree } from "#local/processes/ports.ts";
import { startSanity } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import { createTestClient } from "../local/sanity/clients.ts";
import { writePlaceholderStudio } from "../support/prepared-studio.ts";
import { productPorts, spawnProduct } from "../support/product.ts";
import { sendRaw } from "../support/raw-requests.ts";
import { createTestFolder } from "../support/test-folder.ts";

const state = createTestFolder();
let ports: Awaited<ReturnType<typeof productPorts>>;
let product: ReturnType<typeof spawnProduct> | undefined;

beforeAll(async () => {
  ports = await productPorts();
});
// Checks that all ports are free again, so a failed test does not affect the next one.
afterEach(() => interrupt());

const openEditor = async (origin: string) =>
  createTestClient(origin, await readFile(join(state, "content", "token"), "utf8"));

/** Changes the content while the product is stopped. */
async function changeOffline(change: (client: Awaited<ReturnType<typeof openEditor>>) => Promise<unknown>) {
  const sanity = await startSanity({ ...localContent, port: 0, directory: join(state, "content") });
  await change(await openEditor(sanity.origin));
  await sanity.close();
}

function start() {
  product = spawnProduct([process.execPath, "local/commands/start.ts"], { state, ports });
  return product;
}
async function interrupt() {
  await product?.interrupt();
  for (const port of Object.values(ports)) await expect.poll(() => isFree(port)).toBe(true);
}

/** Returns the id of the process that npm start runs for a file. */
async function findProcess(file: string): Promise<number> {
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const read = (name: string) => readFile(join("/proc", pid, name), "utf8").catch(() => "");
    const [status, command] = await Promise.all([read("status"), read("cmdline")]);
    if (command.includes(file) && status.includes(`PPid:\t${product?.pid}\n`)) return Number(pid);
  }
  throw new Error(`Nothing runs ${file}.`);
}

// The other lines name the pages that link there.
const missingPageMessage =
  /The site could not be built:\n\n(?: {2}\S.*\n)* {2}page "home": there is no such page in the content\.\n/;
// The site is served without another page, and not without this one. A page with incoming links cannot be deleted; a page
// document without its name counts as missing, too.
const removeName = (client: Awaited<ReturnType<typeof openEditor>>) =>
  client.patch("home").set({ name: "unnamed" }).commit();

test("npm start reports a missing home page, starts the other services, and serves the site once it is published", async () => {
  await writePlaceholderStudio(state, ports);
  await changeOffline(removeName);
  const { output, says } = start();
  await says(/start this again\./);
  expect(output()).toMatch(missingPageMessage);
  expect(output()).toContain(
    `Until then nothing is served at http://localhost:${ports.PORT}; the rest is up:`,
  );
  expect(output()).not.toContain("the log says why");
  expect(output()).not.toContain("Ready in");
  for (const [port, path] of [
    [ports.STUDIO_PORT, "/"],
    [ports.LAKE_PORT, "/health"],
    [ports.MAIL_PORT, "/messages"],
    [ports.DATABASE_PORT, "/health"],
  ]) {
    expect((await fetch(`http://localhost:${port}${path}`)).status).toBe(200);
  }
  expect(await isFree(ports.PORT)).toBe(true);

  // A change that fixes nothing starts another build, which reports the same fault.
  const client = await openEditor(`http://localhost:${ports.LAKE_PORT}`);
  const outputLength = output().length;
  await client.patch("cctv").set({ note: "still missing" }).commit();
  await vi.waitFor(() => expect(output().slice(outputLength)).toMatch(missingPageMessage), {
    timeout: 120_000,
  });
  await client.patch("home").set({ name: "home" }).commit();
  await says(/Ready in [\d.]+ s\.[\s\S]*Password/);
  expect(output()).toContain("Something was published: building the site again …");
  const homePage = await fetch(`http://localhost:${ports.PORT}/`);
  expect(homePage.status).toBe(200);
  // Another host name that resolves to this machine gets no answer of the API (DNS rebinding).
  const foreignRequest = "GET /api/health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
  expect(await sendRaw(ports.PORT, foreignRequest, 20_000)).toMatch(/^HTTP\/1\.1 421 /);
  const readLog = () => readFile(join(state, "log.txt"), "utf8");
  // Another process writes the line after its answer.
  await expect.poll(readLog).toContain("GET / 200");
  expect(await readLog()).not.toContain("GET /robots.txt 200");
}, 480_000);

test("npm start serves the earlier build until the new one is ready, and prints the steps of the build", async () => {
  await changeOffline(removeName);
  const { output, says } = start();
  await says(/Password[\s\S]*start this again\./);
  expect(output()).toMatch(missingPageMessage);
  expect(output()).toContain(`Until then http://localhost:${ports.PORT} is the site as it was built before.`);
  const fetchPage = async () => (await fetch(`http://localhost:${ports.PORT}/`)).text();
  expect(await fetchPage()).not.toContain("Mended");

  const client = await openEditor(`http://localhost:${ports.LAKE_PORT}`);
  await client.patch("home").set({ name: "home", "title.es": "Mended" }).commit();
  await says(/Password[\s\S]*Password/);
  expect(await fetchPage()).toContain("<title>Mended");
  const steps = [...output().matchAll(/^ {2}the site: (.*) …$/gm)].map(([, step]) => step);
  expect(steps).toEqual([
    "its content",
    ...["its content", expect.stringMatching(/^pictures, \d+$/), "scripts and styles"],
    ...[expect.stringMatching(/^pages, \d+$/), "the API bundle"],
  ]);

  // From now on the CMS reports publications, and visitors get answers while the new build takes over.
  const origin = `http://localhost:${ports.PORT}`;
  const fetchFingerprint = async () =>
    ((await (await fetch(`${origin}/build.json`)).json()) as { fingerprint: string }).fingerprint;
  const fingerprintBefore = await fetchFingerprint();
  const statuses: number[] = [];
  let isOver = false;
  const visitor = (async () => {
    while (!isOver) statuses.push((await fetch(`${origin}/contacto`)).status);
  })();
  await client.patch("home").set({ "title.es": "Published" }).commit();
  await expect.poll(fetchFingerprint, { timeout: 120_000 }).not.toBe(fingerprintBefore);
  await says(/The site is served as it was built again\./);
  isOver = true;
  await visitor;
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await fetchPage()).toContain("<title>Published");

  // The database hangs: a message goes to the spool, and into the inbox once the database answers again.
  const database = await findProcess("local/neon/server.ts");
  process.kill(database, "SIGSTOP");
  const message = JSON.stringify({ name: "Mientras tanto", email: "ana@cliente.example" });
  const headers = { "Content-Type": "application/json" };
  const contactResponse = await fetch(`${origin}/api/contact`, { method: "POST", headers, body: message });
  process.kill(database, "SIGCONT");
  expect([contactResponse.status, await contactResponse.json()]).toMatchObject([202, { status: "queued" }]);
  const fetchMails = async () => (await fetch(`http://localhost:${ports.MAIL_PORT}/messages`)).text();
  await expect.poll(fetchMails).toContain("Nuevo mensaje de Mientras tanto");
}, 480_000);
