import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type {
  ConversationEntries,
  CustomerConversation,
  Entry,
} from "#functions/contract/conversation.schema.ts";
import type { UploadAnswer } from "#functions/contract/upload.schema.ts";
import { uploadPartBytes } from "#functions/contract/upload.ts";
import { storePart } from "#functions/files/uploads.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { deriveConversationToken, deriveMessageToken } from "#functions/kernel/crypto/links.ts";
import { TooManyAttempts } from "#functions/kernel/database/refusals.ts";
import { dayMs } from "#functions/kernel/durations.ts";
import { removeFiles } from "#functions/operations/scheduled/remove-files.ts";
import { startEdge } from "../support/edge.ts";
import { formPost, json, origin, readProblem } from "../support/requests.ts";
import { signInForSuite, startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
const admin = signInForSuite(edge);
beforeEach(() => edge.forgetMessages());

const message = { name: "Ana Mora", email: "ana@cliente.example", message: "La cámara se dañó." };

/** Returns bytes that begin as a JPEG does. */
const makePicture = (size: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: size }, (_, index) => [0xff, 0xd8, 0xff][index] ?? index % 251);

type UploadPart = { id?: string; name?: string; size: number; offset: number };
const putPart = (
  { id = randomUUID(), name = "foto.jpg", size, offset }: UploadPart,
  body: Uint8Array<ArrayBuffer>,
) =>
  edge.fetch(`/api/uploads/${id}?${new URLSearchParams({ name, size: `${size}`, offset: `${offset}` })}`, {
    method: "PUT",
    body,
  });

/** Uploads a file as the form does, and returns its token. */
async function upload(name: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const id = randomUUID();
  for (let offset = 0; ; ) {
    const size = content.byteLength;
    const response = await putPart(
      { id, name, size, offset },
      content.slice(offset, offset + uploadPartBytes),
    );
    const { received, token } = (await response.json()) as UploadAnswer;
    if (token) return token;
    offset = received;
  }
}

const send = (body: object, key: string = randomUUID()) =>
  edge.fetch("/api/contact", json({ ...message, ...body }, { "Idempotency-Key": key }));
async function listFiles(id: string): Promise<Entry["attachments"]> {
  const response = await edge.fetch(`/api/submissions/${id}/entries`, { headers: admin });
  return ((await response.json()) as ConversationEntries).items.flatMap(({ attachments }) => attachments);
}
const getRetentionEnvironment = async () =>
  ({ ...edge.bindings, DATABASE_TIMEOUT_MS: 60_000, ATTACHMENTS: await edge.openBucket() }) as never;
const readId = async (response: Response) => ((await response.json()) as { id: string }).id;
const listMessages = () => edge.database.asOwner("select id from contact_submissions order by created_at");

describe("a message with uploaded files", () => {
  test("has them in the inbox, byte by byte, and their names in the notice", async () => {
    const picture = makePicture(2 * uploadPartBytes + 7);
    const files = [
      await upload("C:\\fotos\\cámara \u202egpj.exe", picture),
      await upload("nota.txt", Buffer.from("Hola")),
    ];
    const response = await send({ files: files.join(" ") });
    expect(response.status).toBe(201);
    const attachments = await listFiles(await readId(response));
    expect(attachments).toMatchObject([
      { name: "cámara gpj.exe", type: "image/jpeg", size: picture.byteLength },
      { name: "nota.txt", type: "application/octet-stream", size: 4 },
    ]);
    const download = await edge.fetch(`/api/attachments/${attachments[0]?.id}`, { headers: admin });
    expect(new Uint8Array(await download.arrayBuffer())).toEqual(picture);
    await expect
      .poll(async () => (await edge.mailbox.listTo("hola@guaria.example"))[0]?.text)
      .toContain("Archivos: cámara gpj.exe, nota.txt");
  });

  test("is stored once with them when the answer was lost, also after a second upload of the same file", async () => {
    const key = randomUUID();
    const first = await send({ files: await upload("foto.jpg", makePicture(9)) }, key);
    const second = await send({ files: await upload("foto.jpg", makePicture(9)) }, key);
    expect([first.status, second.status]).toEqual([201, 201]);
    const id = await readId(first);
    expect(await readId(second)).toBe(id);
    expect(await listFiles(id)).toHaveLength(1);
    expect(await readProblem(await send({ files: "" }, key))).toEqual([409, "idempotency_conflict"]);
  });

  test("does not get the file of another message", async () => {
    const files = await upload("foto.jpg", makePicture(9));
    const key = randomUUID();
    expect((await send({ files }, key)).status).toBe(201);
    expect((await send({ files }, key)).status).toBe(201);
    const response = await send({ files, message: "Otro mensaje" });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ field: "files", code: "invalid_file" }] });
    expect(await listMessages()).toHaveLength(1);
  });

  test("waits with them in the spool while the database is away", async () => {
    const files = await upload("foto.jpg", makePicture(9));
    await edge.database.stop();
    const response = await send({ files });
    expect(response.status).toBe(202);
    await edge.database.start();
    const id = await readId(response);
    await edge.deployScheduled();
    await edge.fire();
    expect(await listFiles(id)).toMatchObject([{ name: "foto.jpg" }]);
  });

  test("takes them from the bucket when its sender erases it", async () => {
    const id = await readId(await send({ files: await upload("foto.jpg", makePicture(9)) }));
    const [file] = await listFiles(id);
    expect(await edge.listFiles()).toContain(file?.id);
    const { signing } = await parseSigningKeys(String(edge.bindings.AUTH_KEYS));
    const token = await deriveMessageToken(signing.oneTimeSecret, id);
    expect((await edge.fetch("/api/contact/own/erase", json({ token }))).status).toBe(204);
    await removeFiles(await getRetentionEnvironment(), Date.now());
    expect(await edge.listFiles()).not.toContain(file?.id);
  });

  test.each([
    ["a token of somebody else", "eyJhbGciOiJFUzI1NiJ9.e30.AAAA", "invalid_file"],
    ["more than three", "a b c d", "too_long"],
  ])("is rejected with %s", async (_, files, code) => {
    const response = await send({ files });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ field: "files", code }] });
    expect(await listMessages()).toEqual([]);
  });
});

describe("an upload", () => {
  test("goes on with the part that is missing", async () => {
    const content = makePicture(uploadPartBytes + 10);
    const part = { id: randomUUID(), size: content.byteLength };
    const sendPart = async (offset: number) => {
      const bytes = content.slice(offset, offset + uploadPartBytes);
      return (await (await putPart({ ...part, offset }, bytes)).json()) as UploadAnswer;
    };
    expect(await sendPart(uploadPartBytes)).toEqual({ received: 0 });
    expect(await sendPart(0)).toEqual({ received: uploadPartBytes });
    // The answer to the last part can be lost.
    for (const _ of [1, 2]) expect((await sendPart(uploadPartBytes)).token).toMatch(/^eyJ/);
  });

  test.each([
    ["a file of more than 10 MB", { size: 10_000_001, offset: 0 }, 10, 422],
    ["an empty file", { size: 0, offset: 0 }, 0, 422],
    ["a part at another position", { size: 20, offset: 10 }, 10, 400],
    ["a part that is too short", { size: 20, offset: 0 }, 10, 400],
    ["a part that is too long", { size: 2_000_000, offset: 0 }, uploadPartBytes + 1, 413],
  ])("is rejected for %s", async (_, part, length, status) => {
    expect((await putPart(part, makePicture(length))).status).toBe(status);
  });

  test("is joined beside at most two others, and can be completed when one of them has ended", async () => {
    const bucket = await edge.openBucket();
    const gate = Promise.withResolvers<void>();
    const list: typeof bucket.list = (options) => gate.promise.then(() => bucket.list(options));
    const heldBucket = new Proxy(bucket, {
      get: (target, name) => (name === "list" ? list : Reflect.get(target, name)),
    });
    const signingKeys = await parseSigningKeys(String(edge.bindings.AUTH_KEYS));
    const environment = { signingKeys, SITE_ORIGIN: origin, ATTACHMENTS: heldBucket } as never;
    const complete = () =>
      storePart(environment, { id: randomUUID(), name: "foto.jpg", size: 9, offset: 0 }, makePicture(9));
    const joins = [complete(), complete(), complete(), complete()];
    expect(await Promise.race(joins.map((join) => join.catch((error) => error)))).toBeInstanceOf(
      TooManyAttempts,
    );
    gate.resolve();
    const outcomes = await Promise.allSettled(joins);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([
      ...["fulfilled", "fulfilled", "fulfilled", "rejected"],
    ]);
    expect((await complete()).token).toMatch(/^eyJ/);
  });

  test("is rejected with a code of its own while the bucket is away", async () => {
    await edge.redeploy({}, "there", "away");
    const response = await putPart({ size: 3, offset: 0 }, makePicture(3));
    expect(response.headers.get("Retry-After")).toBe("5");
    expect(await readProblem(response)).toEqual([503, "files_unavailable"]);
    // A message needs no call to the bucket.
    expect((await send({})).status).toBe(201);
    await edge.redeploy({});
  });

  test("that no message names is deleted after 31 days, and the parts of others after a week", async () => {
    const bucket = await edge.openBucket();
    for (const key of await edge.listFiles()) await bucket.delete(key);
    await send({ files: await upload("foto.jpg", makePicture(9)) });
    await upload("otra.jpg", makePicture(9));
    await putPart(
      { id: randomUUID().toUpperCase(), size: uploadPartBytes + 1, offset: 0 },
      makePicture(uploadPartBytes),
    );
    expect(await edge.listFiles()).toHaveLength(3);
    const environment = await getRetentionEnvironment();
    const runAfter = async (days: number) => {
      for (let hour = 0; hour < 16; hour += 1)
        await removeFiles(environment, Date.now() + days * dayMs + hour * 3_600_000);
    };
    await runAfter(6);
    expect(await edge.listFiles()).toHaveLength(3);
    await runAfter(8);
    expect(await edge.listFiles()).toHaveLength(2);
    await runAfter(30);
    expect(await edge.listFiles()).toHaveLength(2);
    await runAfter(32);
    expect(await edge.listFiles()).toEqual(
      (await edge.database.asOwner("select id from attachments")).map(({ id }) => id),
    );
  });
});

/** Creates the request of a form without script that has files. */
async function filesPost(
  fields: Record<string, string | string[]>,
  files: [string, Uint8Array<ArrayBuffer>][],
): Promise<RequestInit> {
  const body = new FormData();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) body.append(name, value);
  for (const [name, content] of files) body.append("upload", new Blob([content]), name);
  // A browser sends an empty file for a field without one.
  if (files.length === 0) body.append("upload", new Blob([]), "");
  const form = new Request(origin, { method: "POST", body });
  // All forms are of one network.
  const headers = {
    Origin: origin,
    "CF-Connecting-IP": "203.0.113.5",
    "Content-Type": form.headers.get("Content-Type") ?? "",
  };
  return { method: "POST", headers, body: await form.arrayBuffer(), redirect: "manual" };
}

describe("a form without script", () => {
  test("sends its files once, also if it is posted twice", async () => {
    const post = async () =>
      edge.fetch("/api/contact", await filesPost(message, [["foto.jpg", makePicture(5)]]));
    for (const response of [await post(), await post()])
      expect(response.headers.get("Location")).toContain("reference=");
    const messages = await listMessages();
    expect(messages).toHaveLength(1);
    expect(await listFiles(String(messages[0]?.id))).toMatchObject([{ name: "foto.jpg", size: 5 }]);
  });

  test("is sent without a file, and with the tokens of earlier files", async () => {
    expect(
      (await edge.fetch("/api/contact", await filesPost(message, []))).headers.get("Location"),
    ).toContain("reference=");
    const files = await upload("foto.jpg", makePicture(5));
    expect((await edge.fetch("/api/contact", formPost({ ...message, files }))).status).toBe(303);
    const ids = (await listMessages()).map(({ id }) => String(id));
    expect((await Promise.all(ids.map(listFiles))).map((attached) => attached.length)).toEqual([0, 1]);
  });

  test("is sent with the earlier files whose boxes are checked, in both encodings", async () => {
    const uploadTwo = () => Promise.all(["1.jpg", "2.jpg"].map((name) => upload(name, makePicture(5))));
    const files = await uploadTwo();
    await edge.fetch("/api/contact", await filesPost({ ...message, files }, []));
    const encodedFiles = (await uploadTwo()).map((token) => ["files", token]);
    const { body: _, ...urlEncoded } = formPost({});
    const body = String(
      new URLSearchParams([...Object.entries({ ...message, name: "Luz" }), ...encodedFiles]),
    );
    await edge.fetch("/api/contact", { ...urlEncoded, body });
    const ids = (await listMessages()).map(({ id }) => String(id));
    const names = (await Promise.all(ids.map(listFiles))).map((attached) => attached.map(({ name }) => name));
    expect(names).toEqual([
      ["1.jpg", "2.jpg"],
      ["1.jpg", "2.jpg"],
    ]);
  });

  test("from another site is refused before it is read", async () => {
    const post = await filesPost(message, [["foto.jpg", makePicture(5)]]);
    const response = await edge.fetch("/api/contact", {
      ...post,
      headers: { ...(post.headers as object), Origin: "https://other.example" },
    });
    expect(response.status).toBe(403);
    expect(await listMessages()).toEqual([]);
  });
});

describe("a customer's reply with files", () => {
  /** Stores a message with a sent answer, and returns the token of the answer's link. */
  async function insertConversation(): Promise<{ id: string; token: string }> {
    const id = await readId(await send({}));
    const body = { text: "Mándenos una foto.", revision: 1 };
    const response = await edge.fetch(`/api/submissions/${id}/answers`, json(body, admin));
    const { id: answerId } = (await response.json()) as Entry;
    await edge.database.asOwner("update conversation_entries set delivery = 'sent' where id = $1", [
      answerId,
    ]);
    const { signing } = await parseSigningKeys(String(edge.bindings.AUTH_KEYS));
    return { id, token: await deriveConversationToken(signing.oneTimeSecret, answerId) };
  }

  test("has them in the inbox, and their names on the customer's page", async () => {
    const { id, token } = await insertConversation();
    const files = await upload("foto.jpg", makePicture(5));
    const body = { token, text: "Aquí está.", files };
    const response = await edge.fetch("/api/conversation/entries", json(body));
    expect(response.status).toBe(201);
    const { items } = (await response.json()) as CustomerConversation;
    expect(items.map(({ files: names }) => names)).toEqual([undefined, undefined, ["foto.jpg"]]);
    expect(await listFiles(id)).toMatchObject([{ name: "foto.jpg", type: "image/jpeg" }]);
  });

  test("without script gets a forgotten file when it is sent again, and each file once", async () => {
    const { id, token } = await insertConversation();
    const fields = { token, language: "es", key: randomUUID(), text: "Aquí está." };
    const post = async (files: [string, Uint8Array<ArrayBuffer>][]) =>
      (await edge.fetch("/api/conversation/entries", await filesPost(fields, files))).text();
    for (const files of [[], ["foto.jpg"], ["foto.jpg"]]) {
      const page = await post(files.map((name): [string, Uint8Array<ArrayBuffer>] => [name, makePicture(5)]));
      expect(page).toContain("Recibimos tu mensaje.");
    }
    expect(await listFiles(id)).toMatchObject([{ name: "foto.jpg" }]);
  });

  test("without script keeps its text and its earlier files when new ones are too large together", async () => {
    const { token } = await insertConversation();
    const earlierFile = await upload("foto.jpg", makePicture(5));
    const files = ["1", "2"].map((name): [string, Uint8Array<ArrayBuffer>] => [name, makePicture(9_000_000)]);
    const post = await filesPost({ token, language: "es", text: "Aquí están.", files: earlierFile }, files);
    const page = await (await edge.fetch("/api/conversation/entries", post)).text();
    expect(page).toContain("15 MB en total");
    expect(page).toContain("Aquí están.</textarea>");
    expect(page).toContain(`value="${earlierFile}" checked`);
  });

  test("without script says that a file was sent before, and is sent without it", async () => {
    const { id, token } = await insertConversation();
    const [sentFile, newFile] = [
      await upload("foto.jpg", makePicture(5)),
      await upload("plano.pdf", makePicture(5)),
    ];
    await send({ files: sentFile });
    const post = async (files: string[]) => {
      const fields = { token, language: "en", text: "Here it is.", files };
      return (await edge.fetch("/api/conversation/entries", await filesPost(fields, []))).text();
    };
    expect(await post([sentFile, newFile])).toContain("one of the files is no longer available");
    expect(await post([newFile])).toContain("We got your message.");
    expect(await listFiles(id)).toMatchObject([{ name: "plano.pdf" }]);
  });

  test("is sent without script, keeps them after a rejection, and shows their names", async () => {
    const { id, token } = await insertConversation();
    const post = async (fields: Record<string, string>, files: [string, Uint8Array<ArrayBuffer>][] = []) =>
      edge.fetch("/api/conversation/entries", await filesPost({ token, language: "es", ...fields }, files));
    const rejected = await (await post({ text: "" }, [["foto.jpg", makePicture(5)]])).text();
    expect(rejected).toContain("Tu mensaje está vacío.");
    const files = /name="files" value="([^"]+)" checked><span>foto\.jpg</.exec(rejected)?.[1] ?? "";
    const tooMany = ["1", "2", "3"].map((name): [string, Uint8Array<ArrayBuffer>] => [name, makePicture(5)]);
    expect(await (await post({ text: "Aquí", files }, tooMany)).text()).toContain("hasta tres archivos");
    const confirmation = await (await post({ text: "Aquí está.", files })).text();
    expect(confirmation).toContain("Recibimos tu mensaje.");
    expect(await listFiles(id)).toMatchObject([{ name: "foto.jpg" }]);
  });
});

test("forms with files of one network are limited before their files are stored", async () => {
  const sendFiles = async () => {
    const { headers, ...post } = await filesPost({ name: "Ana", email: "ana" }, [
      ["foto.jpg", makePicture(5)],
    ]);
    const network = { ...(headers as object), "CF-Connecting-IP": "203.0.113.77" };
    return edge.fetch("/api/contact", { ...post, headers: network });
  };
  const firstCount = (await edge.listFiles()).length;
  for (let count = 0; count < 31; count += 1) await sendFiles();
  expect((await edge.listFiles()).length - firstCount).toBe(30);
});

// The last test, because it moves the clock.
test("a message is rejected with a token that has expired", async () => {
  const files = await upload("foto.jpg", makePicture(9));
  await edge.advanceClock(2 * dayMs + 1_000);
  expect((await send({ files })).status).toBe(422);
  const response = await edge.fetch("/api/contact", await filesPost({ ...message, files }, []));
  expect(response.headers.get("Location")).toMatch(/#error-files$/);
});
