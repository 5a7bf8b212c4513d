import { text } from "node:stream/consumers";
import { isValidSignature } from "@sanity/webhook";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { startSanity } from "#local/sanity/server.ts";
import { createTestClient, testDataset } from "./clients.ts";

type Delivery = { body: string; headers: Record<string, string>; answered: number };

const secret = "the-secret-of-the-webhook";
const token = "a-token-for-the-test";
const deliveries: Delivery[] = [];
/** The status codes for the next deliveries; later ones get 204. */
const answers: number[] = [];
let listener: Awaited<ReturnType<typeof listenOnLoopback>>;
let sanity: Awaited<ReturnType<typeof startSanity>>;
let editor: ReturnType<typeof createTestClient>;

/** Starts the stand-in with these delays after failed deliveries, in milliseconds. */
const start = (retryDelaysMs: number[]) => {
  const webhook = { url: `http://localhost:${listener.port}/hook`, secret, retryDelaysMs };
  const documents = [{ _id: "home", _type: "page", title: "Home" }];
  return startSanity({ ...testDataset, port: 0, token, documents, webhook });
};

beforeAll(async () => {
  listener = await listenOnLoopback(0, async (request, response) => {
    const status = answers.shift() ?? 204;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    deliveries.push({ body: await text(request), headers, answered: status });
    response.writeHead(status).end();
  });
  sanity = await start([0, 0]);
  editor = createTestClient(sanity.origin, token);
});
afterAll(async () => {
  await sanity.close();
  await listener.close();
});
beforeEach(() => {
  deliveries.length = 0;
  answers.length = 0;
});

/** Waits for the expected number of deliveries about a document, and returns them. */
async function waitForDeliveries(id: string, count: number): Promise<Delivery[]> {
  const listDeliveries = () => deliveries.filter(({ headers }) => headers["sanity-document-id"] === id);
  await expect.poll(listDeliveries).toHaveLength(count);
  return listDeliveries();
}
const listOperations = (documentDeliveries: Delivery[]) =>
  documentDeliveries.map(({ headers }) => headers["sanity-operation"]);

test("a publication is reported with a signature that Sanity's own check accepts", async () => {
  await editor.createOrReplace({ _id: "drafts.home", _type: "page", title: "New" });
  const actionType = "sanity.action.document.publish";
  const { transactionId } = await editor.action({ actionType, draftId: "drafts.home", publishedId: "home" });
  const [delivery] = await waitForDeliveries("home", 1);
  const { body = "", headers = {} } = delivery ?? {};
  const signature = headers["sanity-webhook-signature"] ?? "";
  expect(await isValidSignature(body, signature, secret)).toBe(true);
  expect(await isValidSignature(body, signature, "another")).toBe(false);
  expect(Math.abs(Date.now() - Number(/t=(\d+)/.exec(signature)?.[1]))).toBeLessThan(60_000);
  expect(JSON.parse(body)).toEqual({ _id: "home", _type: "page", _rev: transactionId });
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "idempotency-key": expect.stringMatching(/^[0-9a-f-]{36}$/),
    "sanity-operation": "update",
  });
});

test("a document is reported when it appears, changes and disappears; drafts and Sanity's own documents are not", async () => {
  await editor.create({ _id: "drafts.silent", _type: "page" });
  await editor.create({ _id: "image-silent", _type: "sanity.imageAsset" });
  await editor.create({ _id: "told", _type: "page" });
  await editor.patch("told").set({ title: "More" }).commit();
  await editor.delete("told");
  const toldDeliveries = await waitForDeliveries("told", 3);
  expect(listOperations(toldDeliveries).sort()).toEqual(["create", "delete", "update"]);
  expect(new Set(toldDeliveries.map(({ headers }) => headers["idempotency-key"])).size).toBe(3);
  expect(deliveries).toHaveLength(3);
});

test("a failed delivery is repeated twice under the same key, and then given up", async () => {
  answers.push(503, 500, 500, 500);
  await editor.create({ _id: "missed", _type: "page" });
  const attempts = await waitForDeliveries("missed", 3);
  expect(new Set(attempts.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  expect(new Set(attempts.map(({ headers }) => headers["sanity-webhook-signature"])).size).toBe(3);
  // A later change is a separate delivery.
  answers.length = 0;
  await editor.create({ _id: "later", _type: "page" });
  await waitForDeliveries("later", 1);
  expect(attempts).toHaveLength(3);
});

test("ends with its server, which waits for no retry and sends none", async () => {
  const hourMs = 3_600_000;
  const endingSanity = await start([hourMs, hourMs]);
  answers.push(500);
  await createTestClient(endingSanity.origin, token).create({ _id: "open", _type: "page" });
  await waitForDeliveries("open", 1);
  await endingSanity.close();
  expect(deliveries).toHaveLength(1);
});
